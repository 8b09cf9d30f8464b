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
  vi.restoreAllMocks();
});

describe('work for when nothing else is to do', () => {
  it('waits until the browser says that it has time and nothing moves', () => {
    vi.spyOn(performance, 'now').mockReturnValue(500);
    const asked = vi.fn<typeof requestIdleCallback>(() => 7);
    vi.stubGlobal('requestIdleCallback', asked);
    const answer = (milliseconds: number, didTimeout = false) =>
      asked.mock.lastCall?.[0]({ didTimeout, timeRemaining: () => milliseconds });
    whenIdle(work);
    expect(asked.mock.lastCall?.[1]).toEqual({ timeout: 10_000 });
    answer(12);
    answer(16);
    expect(work).not.toHaveBeenCalled();
    expect(asked).toHaveBeenCalledTimes(3);
    answer(49);
    expect(work).toHaveBeenCalledTimes(1);
    expect(asked).toHaveBeenCalledTimes(3);
  });

  it('does it in the end on a page where something always moves', () => {
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(0).mockReturnValue(9_990);
    const asked = vi.fn<typeof requestIdleCallback>(() => 7);
    vi.stubGlobal('requestIdleCallback', asked);
    whenIdle(work);
    asked.mock.lastCall?.[0]({ didTimeout: false, timeRemaining: () => 3 });
    expect(asked.mock.lastCall?.[1]).toEqual({ timeout: 10 });
    asked.mock.lastCall?.[0]({ didTimeout: true, timeRemaining: () => 0 });
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('is called off, also when it was asked for again', () => {
    const asked = vi.fn<typeof requestIdleCallback>().mockReturnValueOnce(7).mockReturnValueOnce(8);
    vi.stubGlobal('requestIdleCallback', asked);
    vi.stubGlobal('cancelIdleCallback', vi.fn());
    const forget = whenIdle(work);
    asked.mock.lastCall?.[0]({ didTimeout: false, timeRemaining: () => 3 });
    forget();
    expect(cancelIdleCallback).toHaveBeenCalledExactlyOnceWith(8);
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
