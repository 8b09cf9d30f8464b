import { describe, expect, it } from '@jest/globals';
import { mapInTurns } from './map-in-turns.ts';

const busyFor = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    // as a long calculation does
  }
};

describe('mapInTurns', () => {
  it('keeps the order and lets others have their turn in between', async () => {
    const items = Array.from({ length: 60 }, (_, index) => index);
    let turns = 0;
    const other = setInterval(() => {
      turns += 1;
    }, 1);
    const doubled = await mapInTurns(items, (item) => {
      busyFor(2);
      return item * 2;
    });
    clearInterval(other);
    expect(doubled).toEqual(items.map((item) => item * 2));
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it('rejects with what a call threw', async () => {
    const refuse = (item: number): number => {
      if (item === 2) {
        throw new RangeError('two');
      }
      return item;
    };
    await expect(mapInTurns([1, 2, 3], refuse)).rejects.toThrow('two');
  });
});
