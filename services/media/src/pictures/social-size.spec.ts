import { describe, expect, it } from '@jest/globals';
import { platformRules } from '@postloom/contracts';
import fc from 'fast-check';
import { PUBLISH_BYTES, PUBLISH_EDGE, SOCIAL_BOUNDS, socialSize } from './picture-task.ts';

const side = fc.integer({ min: 1, max: 20_000 });

describe('the picture that every platform takes', () => {
  it('keeps the bounds, and the proportions as well as whole pixels can', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const size = socialSize({ width, height });
        expect(size.width).toBeLessThanOrEqual(Math.min(SOCIAL_BOUNDS.width, width));
        expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(SOCIAL_BOUNDS.longEdge);
        expect(Math.min(size.width, size.height)).toBeLessThanOrEqual(SOCIAL_BOUNDS.shortEdge);
        const scale = size.width / width;
        expect(Math.abs(size.height - height * scale)).toBeLessThanOrEqual(1 + height / width);
      }),
    );
  });

  it.each([
    [4_000, 3_000, 1_440, 1_080],
    [3_000, 4_000, 1_080, 1_440],
    [5_000, 5_000, 1_080, 1_080],
    [1_080, 1_350, 1_080, 1_350],
    [3_840, 2_160, 1_440, 810],
    [2_160, 3_840, 1_080, 1_920],
    [200, 100, 200, 100],
  ])('%i x %i becomes %i x %i', (width, height, ...expected) => {
    expect(Object.values(socialSize({ width, height }))).toEqual(expected);
  });

  it('lies within the bounds of every platform, the large one within those that bound no edge', () => {
    for (const { largest, photo } of Object.values(platformRules)) {
      expect(SOCIAL_BOUNDS.width).toBeLessThanOrEqual(largest.width ?? Infinity);
      expect(SOCIAL_BOUNDS.longEdge).toBeLessThanOrEqual(largest.longEdge ?? Infinity);
      expect(SOCIAL_BOUNDS.shortEdge).toBeLessThanOrEqual(largest.shortEdge ?? Infinity);
      expect(PUBLISH_BYTES).toBeLessThanOrEqual(photo.maxBytes);
      expect(PUBLISH_EDGE ** 2).toBeLessThanOrEqual(photo.maxPixels ?? Infinity);
    }
  });
});
