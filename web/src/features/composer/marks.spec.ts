import { describe, expect, it } from 'vitest';
import { linkedHost, marksOf } from './marks.ts';

describe('what platforms color', () => {
  it('are hashtags, mentions and addresses; the text stays whole', () => {
    const text = 'Fresh rye, see https://bakery.example/rye#today. #bread @marlow, mail ada@example.org';
    const marks = marksOf(text);
    expect(marks.map((mark) => mark.text).join('')).toBe(text);
    expect(marks.filter(({ kind }) => kind !== 'plain')).toEqual([
      { kind: 'link', text: 'https://bakery.example/rye#today' },
      { kind: 'hashtag', text: '#bread' },
      { kind: 'mention', text: '@marlow' },
    ]);
  });
  it('are none in a plain text', () => {
    expect(marksOf('Two for 3.50, today.')).toEqual([{ kind: 'plain', text: 'Two for 3.50, today.' }]);
    expect(marksOf('')).toEqual([]);
  });
});

describe('the host of a link card', () => {
  it('is that of the first address, without www', () => {
    expect(linkedHost('See www.bakery.example/rye or https://other.example')).toBe('bakery.example');
    expect(linkedHost('No address here')).toBeNull();
  });
});
