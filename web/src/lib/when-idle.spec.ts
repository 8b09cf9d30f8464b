import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whenIdle } from './when-idle.ts';

const work = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  work.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('work for when nothing else is to do', () => {
  it('waits for the browser to say so', () => {
    const asked = vi.fn(() => 7);
    vi.stubGlobal('requestIdleCallback', asked);
    vi.stubGlobal('cancelIdleCallback', vi.fn());
    const forget = whenIdle(work);
    expect(asked).toHaveBeenCalledExactlyOnceWith(work, { timeout: 10_000 });
    forget();
    expect(cancelIdleCallback).toHaveBeenCalledExactlyOnceWith(7);
  });

  // As in jsdom, which does not say.
  it('waits a while where the browser does not say', () => {
    whenIdle(work, 500);
    const forget = whenIdle(work, 500);
    forget();
    vi.advanceTimersByTime(499);
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
