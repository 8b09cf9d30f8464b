import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

type Rgb = readonly [number, number, number];
const css = readFileSync(resolve(import.meta.dirname, 'tokens.css'), 'utf8');

function tokensOf(selector: string): Map<string, string> {
  const start = css.indexOf(selector);
  if (start < 0) {
    throw new Error(`tokens.css has no ${selector}`);
  }
  const block = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start));
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((match) => [match[1] ?? '', (match[2] ?? '').trim()]),
  );
}

function rgb(hex: string): Rgb {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) {
    throw new Error(`Not a six-digit colour: ${hex}`);
  }
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2 contrast ratio. */
function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const industries = [
  'realestate',
  'restaurant',
  'fitness',
  'beauty',
  'photography',
  'ecommerce',
  'healthcare',
  'construction',
  'professional',
  'events',
  'other',
];
const platforms = ['instagram', 'facebook', 'twitter', 'linkedin', 'tiktok'];
const grounds = ['paper', 'cloth'];

/** Every text colour on every ground it is used on; 4.5 to 1. */
const textPairs: [string, string][] = [
  ...[...grounds, 'sunken', 'woad-soft', 'madder-soft', 'weld-soft', 'moss-soft', 'flax-soft'].map(
    (ground): [string, string] => ['ink', ground],
  ),
  ...[...grounds, 'sunken', 'woad-soft'].map((ground): [string, string] => ['muted', ground]),
  ...['woad', 'madder', 'weld', 'moss', 'flax'].flatMap((dye): [string, string][] =>
    [...grounds, `${dye}-soft`].map((ground) => [dye, ground]),
  ),
  ['woad', 'sunken'],
  ['on-woad', 'woad'],
  ['on-woad', 'woad-hover'],
  ['on-madder', 'madder'],
  ['on-madder', 'madder-hover'],
  ['paper', 'ink'],
  ['on-night-band', 'night-band'],
  ['night-band-muted', 'night-band'],
  ['night-band', 'on-night-band'],
  ...['instagram', 'facebook', 'twitter', 'linkedin'].map((platform): [string, string] => [
    `link-${platform}`,
    'cloth',
  ]),
  ['on-screen', 'screen'],
];

/** Signs, control borders, threads and focus rings; 3 to 1. */
const signPairs: [string, string][] = [
  ...platforms.flatMap((platform): [string, string][] => grounds.map((ground) => [`thread-${platform}`, ground])),
  ...grounds.map((ground): [string, string] => ['line-strong', ground]),
  ...grounds.map((ground): [string, string] => ['woad', ground]),
];

describe.each([
  ['light', ":root,\n[data-theme='light']"],
  ['dark', "[data-theme='dark']"],
])('colours of the %s theme', (_, selector) => {
  const tokens = tokensOf(selector);
  const colour = (name: string) => {
    const value = tokens.get(name);
    if (value === undefined) {
      throw new Error(`No token --${name}`);
    }
    return rgb(value);
  };

  it.each(textPairs)('text %s on %s has at least 4.5 to 1', (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(signPairs)('sign %s on %s has at least 3 to 1', (sign, ground) => {
    expect(contrast(colour(sign), colour(ground))).toBeGreaterThanOrEqual(3);
  });

  it.each(industries)('industry %s has at least 3 to 1 on its own tint of 12 percent', (industry) => {
    const ink = colour(`ind-${industry}`);
    const cloth = colour('cloth');
    const tint = ink.map((channel, index) => channel * 0.12 + (cloth[index] ?? 0) * 0.88) as unknown as Rgb;
    expect(contrast(ink, tint)).toBeGreaterThanOrEqual(3);
  });

  it('names the same colours in both themes', () => {
    const other = tokensOf(selector.includes('light') ? "[data-theme='dark']" : ":root,\n[data-theme='light']");
    expect([...tokens.keys()].sort()).toEqual([...other.keys()].sort());
  });
});
