import { describe, expect, it } from '@jest/globals';
import { count, duration, part, share } from './words.ts';

describe('figures in words', () => {
  it.each([
    [null, '–'],
    [1, '100 %'],
    [0.99996, '99.99 %'],
    [0.999, '99.90 %'],
    [0.9876, '98.76 %'],
    [0, '0 %'],
  ])('a share of %s is %s: never rounded up to all', (value, words) => {
    expect(share(value)).toBe(words);
  });

  it.each([
    [null, '–'],
    [0.0042, '4 ms'],
    [1.26, '1.3 s'],
    [59.4, '59 s'],
    [59.6, '1 min'],
    [80, '1 min 20 s'],
    [3_600, '1 h'],
    [7_500, '2 h 5 min'],
  ])('%s seconds are %s', (value, words) => {
    expect(duration(value)).toBe(words);
  });

  it('say a small part that is there', () => {
    expect([part(0), part(0.004), part(0.256), part(null)]).toEqual(['0 %', 'under 1 %', '26 %', '–']);
    expect(count(12_345)).toBe('12,345');
  });
});
