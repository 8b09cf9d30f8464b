import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderHook, act } from '@testing-library/react';
import { fetchPageCode, prefetchWhenIdle, usePageCodeWaits } from './page-code.ts';

const gone = new TypeError('Failed to fetch dynamically imported module');
const answers = vi.fn<() => Promise<boolean>>();
const renew = vi.fn<() => Promise<boolean>>();
const load = vi.fn<() => Promise<string>>();

beforeEach(() => {
  vi.useFakeTimers();
  renew.mockResolvedValue(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

describe('the code of a page', () => {
  it('waits for the network and comes by itself', async () => {
    load.mockRejectedValueOnce(gone).mockResolvedValue('page');
    answers.mockResolvedValueOnce(false).mockResolvedValueOnce(false).mockResolvedValue(true);
    const { result } = renderHook(usePageCodeWaits);
    const code = fetchPageCode(load, answers, renew);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(result.current).toBe(true);
    // The first sign of a network leads nowhere, the second to the server.
    await act(async () => {
      dispatchEvent(new Event('online'));
      await vi.advanceTimersByTimeAsync(0);
    });
    expect(result.current).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await expect(code).resolves.toBe('page');
    expect(result.current).toBe(false);
    expect(renew).not.toHaveBeenCalled();
  });

  it('brings the page anew when the browser remembers the failure', async () => {
    load.mockRejectedValue(gone);
    answers.mockResolvedValueOnce(false).mockResolvedValue(true);
    const code = expect(fetchPageCode(load, answers, renew)).rejects.toBe(gone);
    await vi.advanceTimersByTimeAsync(5_000);
    await code;
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('fails at once when the server is there', async () => {
    load.mockRejectedValue(gone);
    answers.mockResolvedValue(true);
    await expect(fetchPageCode(load, answers, renew)).rejects.toBe(gone);
    expect(load).toHaveBeenCalledTimes(1);
  });
});

describe('idle time', () => {
  it('is spent on one page after the other, also past one that does not come', async () => {
    const asked: string[] = [];
    const slow = Promise.withResolvers<void>();
    const page = (name: string, outcome: () => unknown) => async () => {
      asked.push(name);
      await outcome();
    };
    const stop = prefetchWhenIdle([
      page('media', () => slow.promise),
      page('schedule', () => Promise.reject(gone)),
      page('settings', () => stop()),
      page('analytics', () => undefined),
    ]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toEqual(['media']);
    slow.resolve();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual(['media', 'schedule', 'settings']);
  });

  it('is left alone where data is dear', async () => {
    vi.stubGlobal('navigator', { connection: { saveData: true } });
    prefetchWhenIdle([load]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(load).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });
});
