import { describe, expect, it } from 'vitest';
import { cropChoices } from './crop-choices.ts';

const wide = { width: 4000, height: 3000 };

describe('the shapes a picture can be cut to', () => {
  it('are square, 4:5 and 9:16, each the largest cut from its middle', () => {
    expect(cropChoices(wide, []).map(({ label, crop }) => [label, crop])).toEqual([
      ['1:1', { x: 500, y: 0, width: 3000, height: 3000 }],
      ['4:5', { x: 800, y: 0, width: 2400, height: 3000 }],
      ['9:16', { x: 1156, y: 0, width: 1687, height: 3000 }],
    ]);
  });
  it('name the chosen platforms that do not take one', () => {
    const refusals = cropChoices(wide, ['instagram', 'tiktok']).map(({ label, refusedBy }) => [label, refusedBy]);
    expect(refusals).toEqual([
      ['1:1', []],
      ['4:5', []],
      ['9:16', ['instagram']],
    ]);
  });
  it('know the shape that the picture has already', () => {
    expect(cropChoices({ width: 1080, height: 1350 }, []).map(({ isCurrent }) => isCurrent)).toEqual([
      false,
      true,
      false,
    ]);
  });
  it('are none while its size is not known', () => {
    expect(cropChoices({ width: null, height: null }, [])).toEqual([]);
  });
});
