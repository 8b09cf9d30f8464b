import { describe, expect, it } from 'vitest';
import { colorsOf, contrast, themeNames, type Rgb } from './testing/contrast.ts';

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

describe.each(themeNames)('colours of the %s theme', (theme) => {
  const { color, names } = colorsOf(theme);

  it.each(textPairs)('text %s on %s has at least 4.5 to 1', (text, ground) => {
    expect(contrast(color(text), color(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(signPairs)('sign %s on %s has at least 3 to 1', (sign, ground) => {
    expect(contrast(color(sign), color(ground))).toBeGreaterThanOrEqual(3);
  });

  it.each(industries)('industry %s has at least 3 to 1 on its own tint of 12 percent', (industry) => {
    const ink = color(`ind-${industry}`);
    const cloth = color('cloth');
    const tint = ink.map((channel, index) => channel * 0.12 + (cloth[index] ?? 0) * 0.88) as unknown as Rgb;
    expect(contrast(ink, tint)).toBeGreaterThanOrEqual(3);
  });

  it('names the same colours in both themes', () => {
    const other = colorsOf(theme === 'light' ? 'dark' : 'light');
    expect(names.toSorted()).toEqual(other.names.toSorted());
  });
});
