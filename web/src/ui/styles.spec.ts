import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sheet } from './sheet.ts';
import { colorsOf, contrast, themeNames } from './testing/contrast.ts';

const sources = resolve(import.meta.dirname, '..');
const css = readFileSync(resolve(import.meta.dirname, 'styles.css'), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

type Rule = { media: string | null; selectors: readonly string[]; declarations: Record<string, string> };

/** The rules of the sheet, each with the media query that it stands in. */
const rules: readonly Rule[] = (() => {
  const found: Rule[] = [];
  const around: string[] = [];
  for (const [, text = '', end] of css.matchAll(/([^{};]*(?:;[^{};]*)*)([{}])/g)) {
    if (end === '{') {
      around.push(text.split(';').at(-1)?.trim().replace(/\s+/g, ' ') ?? '');
      continue;
    }
    const head = around.pop() ?? '';
    if (!head.startsWith('@')) {
      const media = around.find((one) => one.startsWith('@media '))?.slice('@media '.length) ?? null;
      const pairs = text.split(';').map((one) => one.split(':').map((part) => part.trim()));
      const declarations = Object.fromEntries(pairs.flatMap(([name, value]) => (name && value ? [[name, value]] : [])));
      found.push({ media, selectors: head.split(/,\s*/), declarations });
    }
  }
  return found;
})();

/** The declarations of a selector, in a media query or outside of any. */
function declarationsOf(selector: string, media: string | null = null): Record<string, string> {
  const own = rules.filter((rule) => rule.media === media && rule.selectors.includes(selector));
  return Object.assign({}, ...own.map(({ declarations }) => declarations)) as Record<string, string>;
}

describe('the styles of every page', () => {
  it('show the focus by a line of 2 px with a gap, in a color that stands out', () => {
    expect(declarationsOf(':focus-visible')).toEqual({ outline: '2px solid var(--woad)', 'outline-offset': '2px' });
    for (const theme of themeNames) {
      const { color } = colorsOf(theme);
      expect(contrast(color('woad'), color('paper'))).toBeGreaterThanOrEqual(3);
    }
  });

  it('keep what is scrolled to for its focus clear of the header, which is 61 px on a phone and 105 px on a desk', () => {
    const space = Number.parseFloat(declarationsOf('html')['scroll-padding-top'] ?? '') * 16;
    const desk = declarationsOf('.boot-frame::before', '(min-width: 48rem)')['height'] ?? '';
    expect(space).toBeGreaterThan(Number.parseFloat(desk));
  });

  it('stand still for a person who asked for less motion', () => {
    expect(declarationsOf('*', '(prefers-reduced-motion: reduce)')).toEqual({
      'animation-duration': '0.01ms !important',
      'animation-iteration-count': '1 !important',
      'transition-duration': '0.01ms !important',
      'scroll-behavior': 'auto !important',
    });
  });

  it.each(themeNames)(
    'have quiet words and lines at 7 and 3 to 1 for a person who asked for more contrast, in %s',
    (theme) => {
      const more = declarationsOf(':root', '(prefers-contrast: more)');
      const { color } = colorsOf(theme);
      const named = (property: string) => color(/^var\(--([\w-]+)\)$/.exec(more[property] ?? '')?.[1] ?? property);
      for (const ground of ['paper', 'cloth', 'sunken']) {
        expect(contrast(named('--muted'), color(ground))).toBeGreaterThanOrEqual(7);
      }
      expect(contrast(named('--line'), color('cloth'))).toBeGreaterThanOrEqual(3);
    },
  );
});

describe('the components', () => {
  const written = globSync('**/*.tsx', { cwd: sources })
    .filter((file) => !file.includes('.spec.'))
    .map((file) => ({ file, code: readFileSync(resolve(sources, file), 'utf8') }));
  const classes = written.flatMap(({ file, code }) =>
    [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)].map((match) => ({
      file,
      names: (match[1] ?? match[2] ?? '').split(/\s+/),
    })),
  );

  it('show what a pointer brings up to a finger and to the keyboard as well', () => {
    const hidden = classes.filter(({ names }) => names.some((name) => /^group-hover(\/\w+)?:opacity-100$/.test(name)));
    expect(hidden.length).toBeGreaterThan(0);
    const kept = hidden.filter(
      ({ names }) =>
        !names.includes('touch:opacity-100') ||
        !names.some((name) => /^(group-focus-within(\/\w+)?|focus-visible):opacity-100$/.test(name)),
    );
    expect(kept).toEqual([]);
  });

  it('say in words what is waited for: no spinner stands alone in place of what comes', () => {
    const alone = written.filter(({ code }) => /fallback=\{\s*<Spinner[\s/]/.test(code));
    expect(alone.map(({ file }) => file)).toEqual([]);
  });
});

describe('a dialog on a phone', () => {
  it('is a sheet at the bottom edge, from 640 px a card in the middle', () => {
    const names = sheet.split(' ');
    expect(names).toEqual(
      expect.arrayContaining(['fixed', 'inset-x-0', 'bottom-0', 'sm:inset-x-4', 'sm:inset-y-0', 'sm:m-auto']),
    );
  });
});
