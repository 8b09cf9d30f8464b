import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { keptPart, lookFrame, lookMatrix, toneOf, untouched } from './photo-look.ts';

const side = fc.integer({ min: 8, max: 8_000 });
const turn = fc.constantFrom(0, 90, 180, 270);
const degrees = fc.integer({ min: -450, max: 450 }).map((tenths) => tenths / 10);

describe('a changed picture', () => {
  it('has no empty corner, however it is turned and straightened', () => {
    fc.assert(
      fc.property(side, side, turn, degrees, fc.boolean(), (width, height, quarter, angle, mirrored) => {
        const size = { width, height };
        const changes = { ...untouched, turn: quarter as 0, degrees: angle, mirrored };
        const frame = lookFrame(size, changes);
        fc.pre(frame.width > 1 && frame.height > 1); // of a thread nothing is left but a pixel
        const [a, b, c, d, e, f] = lookMatrix(size, changes, { x: 0, y: 0, ...frame }, 1);
        const area = a * d - b * c;
        for (const [x, y] of [
          [0, 0],
          [frame.width, 0],
          [0, frame.height],
          [frame.width, frame.height],
        ] as const) {
          const [atX, atY] = [x - e, y - f];
          const [fromX, fromY] = [(d * atX - c * atY) / area, (a * atY - b * atX) / area];
          expect(fromX).toBeGreaterThan(-1e-6);
          expect(fromX).toBeLessThan(width + 1e-6);
          expect(fromY).toBeGreaterThan(-1e-6);
          expect(fromY).toBeLessThan(height + 1e-6);
        }
      }),
    );
  });

  it('is as large as it was while it is not straightened', () => {
    expect(lookFrame({ width: 400, height: 300 }, { turn: 90, degrees: 0 })).toEqual({ width: 300, height: 400 });
    expect(keptPart({ width: 400, height: 300 }, { turn: 90, degrees: 0, crop: null })).toEqual({
      ...{ x: 0, y: 0, width: 300, height: 400 },
    });
  });

  it('keeps its grays gray, and its colors when none of them is changed', () => {
    expect(toneOf(untouched)).toBeNull();
    fc.assert(
      fc.property(fc.integer({ min: -100, max: 100 }), fc.integer({ min: 0, max: 255 }), (saturation, gray) => {
        const tone = toneOf({ ...untouched, saturation: saturation || 1 });
        for (const row of tone?.matrix ?? []) {
          const [red, green, blue] = row;
          expect((red + green + blue) * gray + (tone?.offset ?? 0)).toBeCloseTo(gray, 6);
        }
      }),
    );
  });
});
