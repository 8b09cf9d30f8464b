import { describe, expect, it } from '@jest/globals';
import { albumTreeMessages, MOST_ALBUM_LEVELS, whyNotInside } from './album-moves.ts';
import { albumLevels, albumPath } from './album-tree.ts';

const at = (id: string, parentId: string | null = null) => ({ id, parentId });
/** a > b > c, and d beside a. */
const albums = [at('c', 'b'), at('a'), at('d'), at('b', 'a')];

const byId = new Map(albums.map((album) => [album.id, album]));

describe('albums within albums', () => {
  it('stand below one another, each before those inside it', () => {
    expect(albumLevels(albums).map(({ album, level }) => `${album.id}${level}`)).toEqual(['a1', 'b2', 'c3', 'd1']);
    expect(albumLevels([at('x', 'gone')])).toEqual([{ album: at('x', 'gone'), level: 1 }]);
  });

  it('have a path of what they stand in, itself first', () => {
    expect(albumPath(byId, 'c').map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    expect(albumPath(byId, 'gone')).toEqual([]);
    expect(albumPath(byId, null)).toEqual([]);
  });

  it('are not moved into themselves or what is inside them', () => {
    for (const into of ['a', 'b', 'c']) {
      expect(whyNotInside(albums, 'a', into)).toBe(albumTreeMessages.insideItself);
    }
    expect(whyNotInside(albums, 'a', 'd')).toBeNull();
    expect(whyNotInside(albums, 'c', 'a')).toBeNull();
    expect(whyNotInside(albums, 'c', null)).toBeNull();
  });

  it('are at most five deep, with what is inside them', () => {
    const deep = [at('1'), at('2', '1'), at('3', '2'), at('4', '3'), at('5', '4'), at('x'), at('y', 'x')];
    expect(MOST_ALBUM_LEVELS).toBe(5);
    expect(whyNotInside(deep, null, '4')).toBeNull();
    expect(whyNotInside(deep, null, '5')).toBe(albumTreeMessages.tooDeep);
    expect(whyNotInside(deep, 'x', '3')).toBeNull();
    expect(whyNotInside(deep, 'x', '4')).toBe(albumTreeMessages.tooDeep);
    expect(whyNotInside(deep, 'y', '4')).toBeNull();
    expect(whyNotInside(deep, '1', 'x')).toBe(albumTreeMessages.tooDeep);
    expect(whyNotInside(deep, '2', 'x')).toBeNull();
  });
});
