import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadForNewVersion, reloadOnMissingCode } from './new-version.ts';

const surroundings = {
  now: vi.fn<() => number>(),
  answers: vi.fn<() => Promise<boolean>>(),
  reload: vi.fn<() => void>(),
};

beforeEach(() => {
  surroundings.now.mockReturnValue(1_000_000);
  surroundings.answers.mockResolvedValue(true);
});
afterEach(() => {
  sessionStorage.clear();
  vi.resetAllMocks();
});

describe('code that is gone', () => {
  it('reloads the page once, and again much later', async () => {
    expect(await reloadForNewVersion(surroundings)).toBe(true);
    surroundings.now.mockReturnValue(1_005_000);
    expect(await reloadForNewVersion(surroundings)).toBe(false);
    surroundings.now.mockReturnValue(1_065_000);
    expect(await reloadForNewVersion(surroundings)).toBe(true);
    expect(surroundings.reload).toHaveBeenCalledTimes(2);
  });

  it('is looked for by every import that fails, whose error still reaches its section', async () => {
    const stop = reloadOnMissingCode(surroundings);
    expect(dispatchEvent(new Event('vite:preloadError', { cancelable: true }))).toBe(true);
    await vi.waitFor(() => expect(surroundings.reload).toHaveBeenCalledTimes(1));
    stop();
  });

  it('never reloads a page whose server is out of reach', async () => {
    surroundings.answers.mockResolvedValue(false);
    expect(await reloadForNewVersion(surroundings)).toBe(false);
    expect(surroundings.reload).not.toHaveBeenCalled();
    // The time of the last reload is untouched: with the network back, one is due.
    surroundings.answers.mockResolvedValue(true);
    expect(await reloadForNewVersion(surroundings)).toBe(true);
  });
});
