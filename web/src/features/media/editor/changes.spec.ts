import type { Crop } from '@postloom/contracts';
import { describe, expect, it } from 'vitest';
import { lookFrame, lookMatrix, platformRules } from '#lib/contract-data.ts';
import {
  draftOf,
  editOf,
  flippedSideways,
  flippedUpsideDown,
  isSame,
  straightened,
  turned,
  type Draft,
} from './changes.ts';
import { cropOf, moved, refitted, resized } from './crop-box.ts';
import { editorShapes, shapeOf, textSafeInsets } from './shapes.ts';

const size = { width: 400, height: 300 };
const part: Crop = { x: 40, y: 60, width: 200, height: 100 };
const start: Draft = { ...draftOf(size, null), crop: part, brightness: 10 };

/** Where a place of the original is seen in the part that is kept. */
function seen(draft: Draft, [x, y]: readonly [number, number]): number[] {
  const [a, b, c, d, e, f] = lookMatrix(size, draft, draft.crop, 1);
  return [a * x + c * y + e, b * x + d * y + f].map((value) => Math.round(value * 1e6) / 1e6);
}

describe('a photo in the editor', () => {
  it('turns with the part that is kept', () => {
    const once = turned(size, start, true);
    expect(once.crop).toEqual({ x: 300 - 60 - 100, y: 40, width: 100, height: 200 });
    // The upper left corner of the part is now its upper right one.
    expect(seen(start, [40, 60])).toEqual([0, 0]);
    expect(seen(once, [40, 60])).toEqual([100, 0]);
    const around = [1, 2, 3].reduce((draft) => turned(size, draft, true), once);
    expect(around).toEqual(start);
    expect(turned(size, once, false)).toEqual(start);
  });

  it.each([0, 90, 180, 270] as const)('flips as it is seen, turned by %i degrees', (turn) => {
    const before: Draft = { ...start, turn, degrees: 4, crop: { x: 20, y: 30, width: 150, height: 120 } };
    const [x = 0, y = 0] = seen(before, [123, 77]);
    const [sidewaysX = 0, sidewaysY = 0] = seen(flippedSideways(size, before), [123, 77]);
    expect([sidewaysX, sidewaysY]).toEqual([expect.closeTo(150 - x, 4), expect.closeTo(y, 4)]);
    const [downX = 0, downY = 0] = seen(flippedUpsideDown(size, before), [123, 77]);
    expect([downX, downY]).toEqual([expect.closeTo(x, 4), expect.closeTo(120 - y, 4)]);
    expect(flippedSideways(size, flippedSideways(size, before))).toEqual(before);
    expect(flippedUpsideDown(size, flippedUpsideDown(size, before))).toEqual(before);
  });

  it('straightened and put back is what it was', () => {
    const whole = draftOf(size, null);
    expect(straightened(size, straightened(size, whole, 12), 0)).toEqual(whole);
    const tilted = straightened(size, start, 12);
    const frame = lookFrame(size, tilted);
    expect(tilted.crop.x + tilted.crop.width).toBeLessThanOrEqual(frame.width);
    expect(tilted.crop.y + tilted.crop.height).toBeLessThanOrEqual(frame.height);
  });

  it('is sent without a crop that cuts nothing off, and read back as it was sent', () => {
    expect(editOf(size, draftOf(size, null)).crop).toBeNull();
    const edit = editOf(size, start);
    expect(edit).toMatchObject({ version: 1, crop: part, brightness: 10 });
    expect(isSame(size, draftOf(size, edit), start)).toBe(true);
    expect(isSame(size, start, { ...start, contrast: 1 })).toBe(false);
  });
});

describe('the part that is kept', () => {
  it('stays in the picture, wherever it is moved', () => {
    expect(moved(part, size, { x: -500, y: 500 })).toEqual({ ...part, x: 0, y: 200 });
  });
  it('grows and shrinks from a corner, the opposite one stays', () => {
    expect(resized(part, size, 'bottom-right', { x: 50, y: -20 }, null)).toEqual({ ...part, width: 250, height: 80 });
    expect(resized(part, size, 'top-left', { x: 10, y: 20 }, null)).toEqual({ x: 50, y: 80, width: 190, height: 80 });
    expect(resized(part, size, 'top-left', { x: -900, y: -900 }, null)).toEqual({
      x: 0,
      y: 0,
      width: 240,
      height: 160,
    });
    expect(resized(part, size, 'bottom-right', { x: -900, y: -900 }, null)).toEqual({ ...part, width: 16, height: 16 });
  });
  it.each(['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const)(
    'keeps its shape from the %s',
    (corner) => {
      const square = cropOf(size, 1);
      for (const by of [
        { x: 40, y: 3 },
        { x: -70, y: 0 },
        { x: 0, y: 55 },
        { x: 999, y: 999 },
        { x: -999, y: -1 },
      ]) {
        const next = resized(square, size, corner, by, 1);
        expect(Math.abs(next.width - next.height)).toBeLessThanOrEqual(1);
        expect(next.x).toBeGreaterThanOrEqual(0);
        expect(next.y).toBeGreaterThanOrEqual(0);
        expect(next.x + next.width).toBeLessThanOrEqual(size.width);
        expect(next.y + next.height).toBeLessThanOrEqual(size.height);
      }
    },
  );
  it('follows a frame that becomes smaller', () => {
    const after = { width: 200, height: 150 };
    expect(refitted(part, size, after)).toEqual({ x: 20, y: 30, width: 100, height: 50 });
  });
});

describe('the shapes of the editor', () => {
  it.each(editorShapes.flatMap(({ label, ratio, platforms }) => platforms.map((one) => [label, one, ratio] as const)))(
    '%s is one that %s takes',
    (_, platform, ratio) => {
      const { aspect } = platformRules[platform];
      expect(ratio).not.toBeNull();
      if (aspect && ratio !== null) {
        expect(ratio).toBeGreaterThanOrEqual(aspect.min);
        expect(ratio).toBeLessThanOrEqual(aspect.max);
      }
    },
  );
  it('name every platform', () => {
    expect(new Set(editorShapes.flatMap(({ platforms }) => platforms))).toEqual(new Set(Object.keys(platformRules)));
  });
  it.each(editorShapes)('$label is known again by what it has cut off', ({ id, ratio }) => {
    for (const frame of [size, { width: 4032, height: 3024 }, { width: 333, height: 1000 }]) {
      const crop = cropOf(frame, ratio);
      expect(shapeOf(crop, frame)).toBe(id);
      expect(shapeOf(resized(crop, frame, 'top-left', { x: 37, y: 11 }, ratio), frame)).toBe(id);
      expect(shapeOf({ ...crop, width: crop.width - 9 }, frame)).toBe('free');
    }
  });
  it('are none where nothing is cut off, and after a turn the one it has then', () => {
    expect(shapeOf({ width: 600, height: 600 }, { width: 600, height: 600 })).toBe('free');
    expect(shapeOf({ width: 900, height: 1600 }, { width: 4000, height: 3000 })).toBe('story');
    expect(shapeOf({ width: 1600, height: 900 }, { width: 4000, height: 3000 })).toBe('wide');
  });
  it('leave more room for the platform’s words where the photo fills the screen', () => {
    expect(textSafeInsets({ width: 900, height: 1600 }).bottom).toBeGreaterThan(
      textSafeInsets({ width: 800, height: 1000 }).bottom,
    );
  });
});
