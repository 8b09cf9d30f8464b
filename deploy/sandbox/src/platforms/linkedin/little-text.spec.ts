import { describe, expect, it } from '@jest/globals';
import { readLittleText, writeLittleText } from './little-text.ts';

describe('little text', () => {
  it('reads escaped characters, hashtags and mentions', () => {
    expect(readLittleText('Hello \\(world\\) #tag \\\\ \\#no')).toEqual({ text: 'Hello (world) #tag \\ #no' });
    expect(readLittleText('{hashtag|\\#|bread} by @[Marlow \\(UK\\)](urn:li:organization:12)')).toEqual({
      text: '#bread by Marlow (UK)',
    });
    expect(readLittleText('Brötchen #brötchen2026!')).toEqual({ text: 'Brötchen #brötchen2026!' });
  });

  it('finds every reserved character that is not escaped', () => {
    for (const character of '|{}@[]()<>*_~\\') {
      expect(readLittleText(`ab${character} c`)).toEqual({ at: 2, character });
    }
    expect(readLittleText('number # one')).toEqual({ at: 7, character: '#' });
    expect(readLittleText('@[Name](urn:li:dog:1)')).toEqual({ at: 0, character: '@' });
  });

  it('gives back what it read', () => {
    const plain = 'All of \\|{}@[]()<>#*_~ and #tags, #brötchen too';
    expect(readLittleText(writeLittleText(plain))).toEqual({ text: plain });
    expect(writeLittleText('a #tag')).toBe('a {hashtag|\\#|tag}');
  });
});
