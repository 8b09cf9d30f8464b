import { afterEach, describe, expect, it } from 'vitest';
import { reloadOnMissingCode } from './new-version.ts';

afterEach(() => sessionStorage.clear());

describe('code that is gone', () => {
  it('reloads once, then lets the error through, and reloads again much later', () => {
    let now = 1_000_000;
    let reloads = 0;
    const stop = reloadOnMissingCode(
      () => now,
      () => {
        reloads += 1;
      },
    );
    const fail = () => dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
    expect(fail()).toBe(false);
    now += 5_000;
    expect(fail()).toBe(true);
    expect(reloads).toBe(1);
    now += 60_000;
    expect(fail()).toBe(false);
    expect(reloads).toBe(2);
    stop();
  });
});
