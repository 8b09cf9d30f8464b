import { describe, expect, it } from '@jest/globals';
import { photosAfter, photosOf } from './chosen-photos.ts';

describe('the pictures of a post', () => {
  it.each([
    [{}, []],
    [{ photoId: null }, []],
    [{ photoId: 'a' }, ['a']],
    [{ photoIds: ['a', 'b'] }, ['a', 'b']],
    [{ photoId: null, photoIds: ['a', 'b'] }, ['a', 'b']],
    [{ photoId: 'a', photoIds: ['a', 'b'] }, ['a', 'b']],
  ])('created with %j', (choice, photos) => {
    expect(photosOf(choice)).toEqual(photos);
  });

  it.each([
    [{}, ['a', 'b']],
    [{ photoId: 'a' }, ['a', 'b']],
    [{ photoId: 'c' }, ['c']],
    [{ photoId: null }, []],
    [{ photoIds: [] }, []],
    [{ photoId: null, photoIds: [] }, []],
    [{ photoId: 'b', photoIds: ['b', 'a'] }, ['b', 'a']],
  ])('edited with %j', (choice, photos) => {
    expect(photosAfter(['a', 'b'], choice)).toEqual(photos);
  });

  it('a contradiction is refused', () => {
    expect(() => photosOf({ photoId: 'b', photoIds: ['a', 'b'] })).toThrow('different photos');
    expect(() => photosOf({ photoId: 'a', photoIds: [] })).toThrow('different photos');
    expect(() => photosAfter(['a'], { photoId: null, photoIds: ['a'] })).toThrow('different photos');
    expect(() => photosAfter(['a'], { photoId: 'b', photoIds: ['a'] })).toThrow('different photos');
  });
});
