import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDrawnRows } from './tiles.ts';

const SCREEN = 800;
let frames: FrameRequestCallback[];
let now: number;

/** The next frame, after so many milliseconds in which the page was scrolled so far. */
function frame(milliseconds = 20, pixels = 0): void {
  now += milliseconds;
  window.scrollY += pixels;
  const due = frames;
  frames = [];
  act(() => due.forEach((draw) => draw(now)));
}

beforeEach(() => {
  frames = [];
  now = 10_000;
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('innerHeight', SCREEN);
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => frames.push(draw));
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = [];
  });
});
afterEach(() => vi.unstubAllGlobals());

function rowsOf(there: readonly number[]) {
  const { result, rerender } = renderHook((rows: readonly number[]) => useDrawnRows(rows), { initialProps: there });
  return { drawn: () => [...result.current].sort((a, b) => a - b), show: (rows: readonly number[]) => rerender(rows) };
}

describe('the rows of a gallery', () => {
  it('are all drawn at first, as soon as there are any', () => {
    const { drawn, show } = rowsOf([]);
    show([0, 1, 2, 3]);
    expect(drawn()).toEqual([0, 1, 2, 3]);
    expect(frames).toHaveLength(0);
  });

  it('are drawn one in a frame later, the nearest to the middle first, and stay drawn', () => {
    const { drawn, show } = rowsOf([0, 1, 2]);
    show([2, 3, 4, 5, 6]);
    expect(drawn()).toEqual([2]);
    frame();
    expect(drawn()).toEqual([2, 4]);
    show([2, 3, 4, 5]);
    expect(drawn()).toEqual([2, 4]);
    frame();
    frame();
    expect(drawn()).toEqual([2, 3, 4, 5]);
    expect(frames).toHaveLength(0);
  });

  it('are not drawn while they are flung past, but when that ends', () => {
    const { drawn, show } = rowsOf([0, 1, 2]);
    show([2, 3, 4]);
    frame();
    expect(drawn()).toEqual([2, 3]);
    // Four screens a second.
    frame(20, (4 * SCREEN) / 50);
    show([4, 5, 6]);
    frame(20, (4 * SCREEN) / 50);
    frame(60, (4 * 3 * SCREEN) / 50);
    expect(drawn()).toEqual([]);
    // Two.
    frame(20, (2 * SCREEN) / 50);
    expect(drawn()).toEqual([5]);
    frame();
    frame();
    expect(drawn()).toEqual([4, 5, 6]);
  });
});
