import { describe, expect, it } from '@jest/globals';
import { weightedLength } from './weighted-length.ts';

describe('the weighted length of a post', () => {
  it.each([
    ['plain', 5],
    ['Café', 4],
    ['Cafe\u0301', 4],
    ['日本', 4],
    ['👩‍👩‍👧‍👦', 2],
    ['👍🏽!', 3],
    ['see https://example.com/a/very/long/path?with=query', 27],
    ['example.com', 23],
    ['bakery.photography', 23],
    ['“quoted”', 8],
  ])('%s', (text, length) => {
    expect(weightedLength(text)).toBe(length);
  });
});
