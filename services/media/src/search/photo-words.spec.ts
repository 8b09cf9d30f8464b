import { describe, expect, it } from '@jest/globals';
import { photoWords } from './photo-words.ts';

describe('the words of a photo', () => {
  it('weigh by where they stand, and a tag is also one word', () => {
    const words = photoWords({ originalName: 'bread.jpg', altText: 'Bread and salt', tags: ['rye bread'] });
    expect(Object.fromEntries(words)).toEqual({ '#rye bread': 4, rye: 4, bread: 4, jpg: 3, and: 2, salt: 2 });
  });

  it('are at most 200', () => {
    const letter = (n: number) => String.fromCodePoint(97 + (n % 26));
    const altText = Array.from({ length: 400 }, (_, n) => `w${letter(n)}${letter(Math.floor(n / 26))}`).join(' ');
    expect(photoWords({ originalName: 'a.jpg', altText, tags: [] }).size).toBe(200);
  });
});
