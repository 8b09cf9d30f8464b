import { describe, expect, it } from '@jest/globals';
import { CallWindows } from './call-windows.ts';

const day = 86_400_000;

describe('call windows', () => {
  it('count what is let through, and nothing else', () => {
    const windows = new CallWindows();
    expect([1, 2, 3].map(() => windows.take('a', 2, day))).toEqual([true, true, false]);
    expect([windows.used('a', day), windows.used('b', day)]).toEqual([2, 0]);
    expect(windows.take('b', 0, day)).toBe(false);
    expect(windows.used('b', day)).toBe(0);
    windows.clear();
    expect(windows.take('a', 2, day)).toBe(true);
  });
});
