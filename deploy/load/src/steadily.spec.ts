import { describe, expect, it } from '@jest/globals';
import { steadily } from './steadily.ts';

const never = new Promise<void>(() => undefined);

describe('work at a steady rate', () => {
  it('is begun in turn, whatever each takes, and waited for', async () => {
    const begun: number[] = [];
    const first = Promise.withResolvers<void>();
    await steadily({ count: 4, perSecond: 1_000 }, (number) => {
      begun.push(number);
      if (number === 3) {
        first.resolve();
      }
      return number === 0 ? first.promise : Promise.resolve();
    });
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('ends with the first that fails, and says how far behind', async () => {
    const begun: number[] = [];
    const run = steadily({ count: 5_000, perSecond: 1_000 }, (number) => {
      begun.push(number);
      return number === 2 ? Promise.reject(new Error('503 unavailable')) : never;
    });
    await expect(run).rejects.toThrow(/^3 of 5000 failed \d+\.\d s after its turn: 503 unavailable$/);
    expect(begun.length).toBeLessThan(20);
  });

  it('ends also when all have begun and one never ends', async () => {
    const late = Promise.withResolvers<void>();
    const run = steadily({ count: 2, perSecond: 1_000 }, (number) => {
      if (number === 1) {
        late.reject(new Error('refused'));
        return never;
      }
      return late.promise;
    });
    await expect(run).rejects.toThrow('1 of 2 failed');
  });
});
