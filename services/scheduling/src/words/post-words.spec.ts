import { describe, expect, it } from '@jest/globals';
import { hasOtherTexts, postWords } from './post-words.ts';

describe('the words of a post', () => {
  it('weigh by where they stand', () => {
    const words = postWords({
      caption: 'Rye bread at 7 #Bakery',
      captionByPlatform: { twitter: 'Bread, hot #rye', linkedin: 'Our craft' },
    });
    expect(Object.fromEntries(words)).toEqual({
      ...{ bakery: 4, rye: 4 },
      ...{ bread: 3, at: 3, '7': 3 },
      ...{ hot: 2, our: 2, craft: 2 },
    });
  });

  it('are at most 400', () => {
    const letter = (n: number) => String.fromCodePoint(97 + (n % 26));
    const caption = Array.from({ length: 600 }, (_, n) => `w${letter(n)}${letter(Math.floor(n / 26))}`).join(' ');
    expect(postWords({ caption, captionByPlatform: { twitter: 'and more' } }).size).toBe(400);
  });

  it.each([
    ['another caption', { caption: 'B', captionByPlatform: null }, true],
    ['a text of its own', { caption: 'A', captionByPlatform: { twitter: 'A' } }, true],
    ['nothing', { caption: 'A', captionByPlatform: null }, false],
  ])('are others after %s: %s', (_, after, isOther) => {
    expect(hasOtherTexts({ caption: 'A', captionByPlatform: null }, after)).toBe(isOther);
  });
});
