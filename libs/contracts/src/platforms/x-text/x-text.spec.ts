import { describe, expect, it } from '@jest/globals';
import { threadCost } from '@postloom/testing';
import fc from 'fast-check';
import twitter from 'twitter-text';
import { addressesOnX, cashtagsOf, fewerCashtags, weightedLength } from './x-text.ts';

const letters = fc.constantFrom(...'abcxyzABZ019', 'é', 'ß', 'Ж', '日', '本', 'ん', '-', '_', '한', 'ا');
const label = fc.oneof(
  fc.array(letters, { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')),
  fc.constantFrom('www', 'example', 'bakery', 'xn--bcher-kva', 'a'.repeat(63), 'b'.repeat(64), '日'.repeat(30), 'm'),
);
const ending = fc.constantFrom(
  ...[
    'com',
    'museum',
    'dev',
    'de',
    'co.uk',
    'みんな',
    '中国',
    'xn--p1ai',
    'photography',
    'notadomain',
    'c',
    'COM',
    'tel',
  ],
);
const scheme = fc.constantFrom('', '', '', 'http://', 'https://', 'HTTPS://', 'ftp://', '//');
const path = fc.oneof(
  fc.constantFrom('', '', '/', '/a', '?q=1', '/?q=1', ':8080', ':8080/x', '/a(b)', '/a(b(c)d)', '/a(b', '/@me/', '/Ж'),
  fc.constantFrom('/x.', '/x,', '/x?y=z&w=1#top', '#top', '/%20', "/it's", '/a/b/c.html!', '/é–x', '/a/(b)?c=(d)'),
  fc.constantFrom(`/${'y'.repeat(300)}`, '/y'.repeat(2_045)),
);
const address = fc
  .tuple(scheme, fc.array(label, { minLength: 1, maxLength: 3 }), ending, path)
  .map(([start, labels, end, tail]) => `${start}${labels.join('.')}.${end}${tail}`);
const short = fc.constantFrom(
  ...[
    'https://t.co/abc123',
    'http://t.co/abc123/more',
    `https://t.co/${'a'.repeat(41)}`,
    'https://t.co/a?b=c',
    't.co/abc',
  ],
);
const emoji = fc.constantFrom(
  ...['👍', '👍🏽', '👩‍👩‍👧‍👦', '❤️', '❤', '🇩🇪', '🇩', '1️⃣', '©', '©️', '🏴‍☠️', '🧑‍🎓', '🥹', '☺︎', '👨🏽‍💻', '\u200d', '\ufe0f'],
);
const money = fc.constantFrom('$ACME', '$brk.b', '$TOOLONGX', 'US$5', ' $A', ' $BC ', '$x_y', '($ACME)', '$日');
const near = fc.constantFrom(
  ' ',
  ' ',
  ' ',
  '',
  '\n',
  '.',
  ',',
  '/',
  '@',
  '#',
  '-',
  '_',
  '。',
  '\u3000',
  '(',
  ')',
  '!',
  '\u200f',
  '$',
  '日',
  'e\u0301',
);
const word = fc.oneof(
  fc.constantFrom(
    'bread',
    'Café',
    'Cafe\u0301',
    '“quoted”',
    '日本語',
    'mail@bakery.com',
    '#rye.de',
    '@mara.com',
    'e.g.',
    '3.50',
    '\ud800',
  ),
  fc.string({ maxLength: 8, unit: 'grapheme' }),
  fc.string({ maxLength: 4, unit: 'binary' }),
);
const texts = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 3, arbitrary: address },
        short,
        emoji,
        { weight: 2, arbitrary: word },
        { weight: 2, arbitrary: money },
      ),
      near,
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.flat().join(''));

describe('counting as X does', () => {
  it('differs from twitter-text in none of 6,000 texts', () => {
    const inputs = fc.sample(texts, { numRuns: 6_000, seed: 20_261_122 });
    const differing = inputs.filter(
      (text) =>
        weightedLength(text) !== twitter.parseTweet(text).weightedLength ||
        cashtagsOf(text).join() !== twitter.extractCashtags(text).join(),
    );
    expect(differing).toEqual([]);
    // The corpus holds what the rules are about.
    expect(inputs.filter((text) => twitter.extractUrls(text).length > 0).length).toBeGreaterThan(2_000);
    expect(inputs.filter((text) => cashtagsOf(text).length > 1).length).toBeGreaterThan(100);
  });

  it.each<[string, number, string[]]>([
    ['https://example.com/a/very/long/path?with=query', 23, ['https://example.com/a/very/long/path?with=query']],
    ['bakery.photography', 23, ['bakery.photography']],
    ['bakery.de, bakery.museum!', 49, ['bakery.de', 'bakery.museum']],
    ['mail@bakery.de', 14, []],
    ['bakery.notadomain', 17, []],
    ['👩‍👩‍👧‍👦 日本 “x”', 11, []],
  ])('%s', (text, length, addresses) => {
    expect(weightedLength(text)).toBe(length);
    expect(addressesOnX(text)).toEqual(addresses);
  });

  it('keeps the first cashtags', () => {
    expect(fewerCashtags('Buy $ACME, not $BRK.b or $tsla!', 1)).toBe('Buy $ACME, not BRK.b or tsla!');
  });

  it.each([
    ['letters that may begin a name anywhere', 'é'.repeat(60_000)],
    ['names that end wrongly', 'é-.com'.repeat(10_000)],
    ['a long label before a known ending', `${'é'.repeat(59_000)}-.com ${'é'.repeat(900)}-.com`],
    ['one name after another', 'a.com'.repeat(12_000)],
    ['open parentheses in a path', `a.com/${'(a'.repeat(29_000)}`],
    ['dots in a path', `a.com/${'.'.repeat(59_000)}`],
    ['dollars', '$a'.repeat(30_000)],
  ])('takes no longer than its length asks for: %s', (_, text) => {
    expect(threadCost(() => [weightedLength(text), cashtagsOf(text)])).toBeLessThan(1_000);
  });
});
