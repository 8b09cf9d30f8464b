import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { button, entries, facts, link, paragraph, quote, small, subheading, subjectOf } from './letter.ts';
import type { Letter, Path } from './letter.ts';
import { letterHtml } from './letter-html.ts';
import { letterText } from './letter-text.ts';
import { mailColors } from './mail-colors.ts';
import type { MailColor } from './mail-colors.ts';

const publicUrl = 'https://postloom.example';
const hostile = `<img src=x onerror=alert(1)>"'\r\nBcc: all@evil.example \u202e&\u200b Söhne\u0000`;

const whole = (text = 'text', path: Path = '/schedule?post=1&day=2'): Letter => ({
  subject: `Subject ${text}`,
  heading: `Heading ${text}`,
  parts: [
    paragraph(`Paragraph ${text}, `, link(`link ${text}`, '/login'), '.'),
    subheading(`Subheading ${text}`),
    facts(['Business', `Value ${text}`], [`Name ${text}`, 'x']),
    quote(`Quote ${text}\nsecond line`),
    entries([{ title: `Title ${text}`, text: `Entry ${text}`, path: '/automation' }]),
    button(`Button ${text}`, path),
    small(`Small ${text}.`),
  ],
  reason: [`Reason ${text}, `, link('change it', '/settings'), '.'],
});

/** What a reader sees of the HTML part, without its list preview. */
function read(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<div style="display:none[^]*?<\/div>/, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&middot;', '·')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}

const addressesOf = (part: string): string[] =>
  [
    ...new Set([...part.matchAll(/https?:\/\/[^\s<>")]+/g)].map(([address]) => address.replaceAll('&amp;', '&'))),
  ].sort();

describe('a letter', () => {
  it('says the same in both parts, with the same addresses', () => {
    const [text, html] = [letterText(whole(), publicUrl), letterHtml(whole(), publicUrl)];
    for (const said of 'Heading,Paragraph,Subheading,Value,Name,Quote,Title,Entry,Button,Small,Reason'.split(',')) {
      expect(text).toContain(`${said} text`);
      expect(read(html)).toContain(`${said} text`);
    }
    expect(addressesOf(text)).toEqual([
      'https://postloom.example/',
      'https://postloom.example/automation',
      'https://postloom.example/login',
      'https://postloom.example/schedule?post=1&day=2',
      'https://postloom.example/settings',
    ]);
    expect(addressesOf(html)).toEqual(addressesOf(text));
  });

  it('reads well as plain text', () => {
    expect(letterText(whole(), publicUrl)).toBe(`Heading text

Paragraph text, link text (https://postloom.example/login).

Subheading text

Business: Value text
Name text: x

> Quote text
> second line

- Title text
  Entry text
  https://postloom.example/automation

Button text:
https://postloom.example/schedule?post=1&day=2

Small text.

-- 
Reason text, change it (https://postloom.example/settings).

Postloom
https://postloom.example/
`);
  });

  it('shows what somebody typed as text: no markup, no new line, no turned direction', () => {
    const letter = whole(hostile);
    const [text, html] = [letterText(letter, publicUrl), letterHtml(letter, publicUrl)];
    expect(html).not.toMatch(/<img|onerror="|[\u200b\u202e\u0000]/);
    expect(text).not.toMatch(/^Bcc:|[\u200b\u202e\u0000]/m);
    expect(read(html)).toContain(`Heading <img src=x onerror=alert(1)>"' Bcc: all@evil.example & Söhne`);
    const elements = (part: string): string[] => [...part.matchAll(/<\/?[a-z0-9!]+/gi)].map(([tag]) => tag);
    expect(elements(html).filter((tag) => tag !== '<br')).toEqual(
      elements(letterHtml(whole(), publicUrl)).filter((tag) => tag !== '<br'),
    );
  });

  it('has a subject of one line and bounded length', () => {
    const subject = subjectOf(whole(`${hostile}${'x'.repeat(500)}`));
    expect(subject).not.toMatch(/[\r\n\u0000\u202e]/);
    expect([...subject]).toHaveLength(120);
    expect(subject.endsWith('…')).toBe(true);
  });

  it.each(['//evil.example/x', '/\\evil.example', '/a b', '/a\r\nx', '@evil.example'])(
    'leads nowhere but to the product: %j is refused',
    (path) => {
      for (const render of [letterText, letterHtml]) {
        expect(() => render(whole('text', path as Path), publicUrl)).toThrow('A mail may only lead to the product.');
      }
    },
  );

  it('fetches nothing and runs nothing', () => {
    const html = letterHtml(whole(), publicUrl);
    expect(html).not.toMatch(/<(img|link|script|iframe|form|object|svg)\b|@import|url\(|\bon\w+=/i);
  });
});

describe('the colors of mails', () => {
  const tokens = readFileSync(new URL('../../../../web/src/ui/tokens.css', import.meta.url), 'utf8');
  const themes = { light: tokens.indexOf("[data-theme='light']"), dark: tokens.indexOf("[data-theme='dark']") };

  it.each(['light', 'dark'] as const)('are the product’s in the %s theme', (theme) => {
    const block = tokens.slice(themes[theme], tokens.indexOf('}', themes[theme]));
    for (const [name, color] of Object.entries(mailColors[theme])) {
      expect(block).toContain(`--${name}: ${color};`);
    }
  });

  /** The product's own test holds the contrast of these pairs. */
  const pairs: [MailColor, MailColor][] = [
    ['ink', 'cloth'],
    ['ink', 'sunken'],
    ['ink', 'paper'],
    ['muted', 'cloth'],
    ['muted', 'paper'],
    ['woad', 'cloth'],
    ['woad', 'paper'],
    ['on-woad', 'woad'],
  ];
  it.each(pairs)('let %s be read on %s, in light and dark', (text, ground) => {
    for (const theme of ['light', 'dark'] as const) {
      const [a = 0, b = 0] = [luminance(mailColors[theme][text]), luminance(mailColors[theme][ground])].sort(
        (x, y) => y - x,
      );
      expect((a + 0.05) / (b + 0.05)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('have a dark rule for each class that has a color', () => {
    const html = letterHtml(whole(), publicUrl);
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
    const colored = [...html.matchAll(/class="([^"]+)"[^>]*(?:color|bgcolor)/g)].flatMap(([, names = '']) =>
      names.split(' '),
    );
    for (const name of new Set(colored.filter((each) => !['card', 'name', 'value'].includes(each)))) {
      expect(style).toContain(`.${name}`);
    }
    const inline = html.match(/style="[^"]*color:#[^"]*"/g) ?? [];
    const tags = html.match(/<[^>]*style="[^"]*color:#[^>]*>/g) ?? [];
    expect(tags).toHaveLength(inline.length);
    expect(tags.filter((tag) => !tag.includes('class="'))).toEqual([]);
  });
});

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
