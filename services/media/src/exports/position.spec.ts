import { describe, expect, it } from '@jest/globals';
import { after, BEGINNING, LAST_BUSINESS } from './position.ts';
import type { Position } from './position.ts';

/** The steps of an export over some businesses, each with this many pages of photos. */
function walked(businesses: number, pages: number): string[] {
  const names: string[] = [];
  let left = businesses;
  for (let position: Position = BEGINNING; position.step !== 'done';) {
    names.push(position.step);
    if (position.step === 'business') {
      left -= 1;
      position = after({ ...position, businesses: left === 0 ? LAST_BUSINESS : 'more' }, null);
    } else {
      const isPaged = position.step === 'photos' && position.page < pages;
      position = after(position, isPaged ? `after ${position.page}` : null);
    }
  }
  return names;
}

describe('the work on an export', () => {
  const chapter = ['business', 'photos', 'photo-rows', 'albums', 'posts', 'schedules', 'captions'];

  it('goes through every step for every business, and ends with the directory', () => {
    expect(walked(1, 1)).toEqual(['account', ...chapter, 'front', 'directory']);
    expect(walked(2, 1)).toEqual(['account', ...chapter, ...chapter, 'front', 'directory']);
    expect(walked(1, 3).filter((step) => step === 'photos')).toHaveLength(3);
  });
});
