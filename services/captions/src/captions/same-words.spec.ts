import { describe, expect, it } from '@jest/globals';
import { saysTheSame } from './same-words.ts';

const caption = 'Say hello to the morning counter at Corner Bakery, with every loaf in its place.';

describe('saysTheSame', () => {
  it.each([
    ['the same text', caption],
    ['with hashtags and other punctuation', `${caption.replace(',', ' –').toUpperCase()}\n\n#bread #bakery`],
    ['with another word at the end', `${caption.replace('place.', 'row.')}`],
  ])('sees through small changes: %s', (_, other) => {
    expect(saysTheSame(caption, other)).toBe(true);
  });

  it.each([
    ['another beginning and end', 'Currently loving the morning counter at Corner Bakery, made to be looked at twice.'],
    ['nothing', ''],
    ['a part', 'Say hello to the morning counter.'],
  ])('lets another text be another one: %s', (_, other) => {
    expect(saysTheSame(caption, other)).toBe(false);
  });

  it('reads languages without spaces', () => {
    expect(saysTheSame('焼きたてのパンが並びました', '焼きたてのパンが並びました!')).toBe(true);
    expect(saysTheSame('焼きたてのパンが並びました', '今日はケーキの日です')).toBe(false);
  });
});
