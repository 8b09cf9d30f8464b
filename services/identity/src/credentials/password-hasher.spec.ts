import { describe, expect, it } from '@jest/globals';
import { SystemClock } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import { PasswordHasher } from './password-hasher.ts';

describe('PasswordHasher', () => {
  it('refuses what does not fit in the line, and serves everybody who is in it', async () => {
    const hasher = new PasswordHasher(new SystemClock());
    const results = await Promise.allSettled(Array.from({ length: 120 }, () => hasher.verify(null, 'some password')));
    const served = results.filter((result) => result.status === 'fulfilled');
    const refused = results.filter((result) => result.status === 'rejected');
    expect(served).toHaveLength(82);
    expect(served.every((result) => result.value === false)).toBe(true);
    expect(refused.every((result) => result.reason instanceof AppError && result.reason.code === 'unavailable')).toBe(
      true,
    );
    expect(await hasher.verify(null, 'afterwards it serves again')).toBe(false);
  });

  it('computes a few at a time, so that a storm does not fill the memory', async () => {
    const hasher = new PasswordHasher(new SystemClock());
    const before = process.memoryUsage().rss;
    let peak = 0;
    const storm = Promise.all(Array.from({ length: 40 }, () => hasher.verify(null, 'some password')));
    let over = false;
    void storm.then(() => {
      over = true;
    });
    while (!over) {
      peak = Math.max(peak, process.memoryUsage().rss - before);
      await new Promise((resolve) => setImmediate(resolve));
    }
    // 40 at once would be 760 MiB; two are 38 MiB, the rest is room for the test runner's own growth.
    expect(peak / 1_048_576).toBeLessThan(150);
  });

  it('does not compute for a caller who is gone', async () => {
    const hasher = new PasswordHasher(new SystemClock());
    const gone = AbortSignal.abort();
    await expect(hasher.hash('some password', gone)).rejects.toMatchObject({ code: 'deadline' });
    expect(await hasher.verify(null, 'the place is free again')).toBe(false);
  });
});
