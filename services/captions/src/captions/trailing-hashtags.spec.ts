import { describe, expect, it } from '@jest/globals';
import { trailingHashtags } from './trailing-hashtags.ts';

describe('trailingHashtags', () => {
  it.each([
    ['Fresh bread.\n\n#bread #bakery\n', 'Fresh bread.', ['#bread', '#bakery']],
    ['Fresh #bread today', 'Fresh #bread today', []],
    [' Fresh #bread today.\n#Bäckerei_1  #パン', 'Fresh #bread today.', ['#Bäckerei_1', '#パン']],
    ['Row 1\n\nRow 2 #one', 'Row 1\n\nRow 2', ['#one']],
    ['Number one is #1!', 'Number one is #1!', []],
    ['#only #tags', '#only #tags', []],
  ])('of %j', (text, words, hashtags) => {
    expect(trailingHashtags(text)).toEqual({ words, hashtags });
  });
});
