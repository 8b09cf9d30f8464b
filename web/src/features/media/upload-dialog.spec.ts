import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { colorsOf, contrast, themeNames } from '#ui/testing/contrast.ts';

type Rule = { selectors: readonly string[]; color: string | undefined; ground: string | undefined };

/** The rules of a stylesheet that set a color or what is behind it. */
function rulesOf(css: string): Rule[] {
  return [...css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(
    ([, head = '', body = '']) => {
      const of = (property: RegExp) => property.exec(body)?.[1]?.replace('!important', '').trim();
      const color = of(/(?:^|[;\s])color:\s*([^;]+)/);
      const ground = of(/(?:^|[;\s])background(?:-color)?:\s*([^;]+)/);
      return color || ground ? [{ selectors: head.split(',').map((one) => one.trim()), color, ground }] : [];
    },
  );
}

const own = rulesOf(readFileSync(resolve(import.meta.dirname, 'components/upload-dialog.css'), 'utf8'));
const widget = rulesOf(readFileSync(createRequire(import.meta.url).resolve('@uppy/dashboard/css/style.css'), 'utf8'));
const token = (value: string) => /^var\(--([\w-]+)\)$/.exec(value)?.[1] ?? '';

describe('the upload widget', () => {
  it('takes the colors of its files and messages from the tokens, in both themes', () => {
    const shown =
      /^\.uppy-(Dashboard-Item-(name|status|error\w+)|StatusBar-(details|status\w+|actionBtn--retry)|Informer p( span)?)$/;
    const colored = widget.filter(({ color }) => color).flatMap(({ selectors }) => selectors);
    const ours = own.filter(({ color }) => color).flatMap(({ selectors }) => selectors);
    const parts = colored.filter((selector) => shown.test(selector) && !selector.endsWith('-statusIndicator'));
    expect(parts.length).toBeGreaterThan(6);
    expect(parts.filter((selector) => !ours.includes(selector))).toEqual([]);
  });

  it('takes the colors of the card of a file and of its messages from the tokens where the widget has its own in the dark', () => {
    const dark = '[data-uppy-theme=dark] ';
    const parts = widget
      .flatMap(({ selectors }) => selectors)
      .filter((selector) => selector.startsWith(dark))
      .map((selector) => selector.slice(dark.length))
      .filter((selector) =>
        /^\.uppy-(Dashboard-(FileCard-[a-z]+|serviceMsg)|c-btn-(primary|link)(:hover)?)$/.test(selector),
      );
    expect(parts.length).toBeGreaterThan(4);
    const ours = own.flatMap(({ selectors }) => selectors);
    expect(parts.filter((selector) => !ours.includes(`.uppy-Dashboard ${selector}`))).toEqual([]);
  });

  it.each(themeNames)('can be read in the %s theme', (theme) => {
    const { color } = colorsOf(theme);
    const pairs = own.filter((rule) => rule.color && rule.ground);
    expect(pairs.length).toBeGreaterThan(4);
    for (const { selectors, color: text = '', ground = '' } of pairs) {
      expect(contrast(color(token(text)), color(token(ground))), selectors.join()).toBeGreaterThanOrEqual(4.5);
    }
  });
});
