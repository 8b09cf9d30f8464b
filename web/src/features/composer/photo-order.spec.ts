import { describe, expect, it } from 'vitest';
import { limitText, moved, photoLimit, swapped, toggled } from './photo-order.ts';

describe('the limit of photos', () => {
  it('is the strictest of the chosen platforms', () => {
    expect(photoLimit(['instagram', 'twitter', 'linkedin'])).toEqual({ photos: 4, platform: 'twitter' });
    expect(photoLimit(['linkedin'])).toEqual({ photos: 20, platform: 'linkedin' });
    expect(photoLimit([])).toEqual({ photos: 35, platform: null });
  });
  it('is said in words', () => {
    expect(limitText(2, photoLimit(['twitter']))).toBe('2 of 4 photos. X takes at most 4.');
    expect(limitText(0, photoLimit([]))).toBe('0 of 35 photos.');
  });
});

describe('the order of photos', () => {
  it('moves one and keeps the others in order', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b'], 1, 9)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  });
  it('adds at the end, takes out, and stops at the limit', () => {
    const limit = { photos: 2, platform: null };
    expect(toggled(['a'], 'b', limit)).toEqual(['a', 'b']);
    expect(toggled(['a', 'b'], 'c', limit)).toEqual(['a', 'b']);
    expect(toggled(['a', 'b'], 'a', limit)).toEqual(['b']);
  });
  it('swaps one for its cut copy, once', () => {
    expect(swapped(['a', 'b'], 'a', 'x')).toEqual(['x', 'b']);
    expect(swapped(['a', 'x'], 'a', 'x')).toEqual(['x']);
  });
});
