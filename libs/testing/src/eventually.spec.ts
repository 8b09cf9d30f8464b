import { describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.ts';

describe('eventually', () => {
  it('waits until the probe no longer throws, and gives its value', async () => {
    let looks = 0;
    const value = await eventually('the third look succeeds', () => {
      looks += 1;
      if (looks < 3) {
        throw new Error('not yet');
      }
      return looks;
    });
    expect(value).toBe(3);
  });

  it('says what was awaited and what was found instead', async () => {
    const call = eventually('the sun rises', () => expect(1).toBe(2), { timeoutMs: 20 });
    await expect(call).rejects.toThrow(/Not within 20 ms: the sun rises[\s\S]*Expected: .*2/);
  });
});
