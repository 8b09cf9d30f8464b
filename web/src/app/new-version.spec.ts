import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazySchema } from '#lib/forms.ts';
import { prefetch } from '#lib/lazily.ts';
import { reloadForNewVersion, reloadOnMissingCode } from './new-version.ts';

const surroundings = {
  now: vi.fn<() => number>(),
  answers: vi.fn<() => Promise<boolean>>(),
  reload: vi.fn<() => void>(),
};

const importFails = (payload: Error) =>
  dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload }));
/** Everything that was waiting for an answer has had it. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  surroundings.now.mockReturnValue(1_000_000);
  surroundings.answers.mockResolvedValue(true);
});
afterEach(() => {
  sessionStorage.clear();
  vi.resetAllMocks();
});

let gone: Error;

describe('code that is gone', () => {
  beforeEach(() => {
    gone = new TypeError('Failed to fetch dynamically imported module');
  });

  it('reloads the page once, and again much later', async () => {
    expect(await reloadForNewVersion(surroundings)).toBe(true);
    surroundings.now.mockReturnValue(1_005_000);
    expect(await reloadForNewVersion(surroundings)).toBe(false);
    surroundings.now.mockReturnValue(1_065_000);
    expect(await reloadForNewVersion(surroundings)).toBe(true);
    expect(surroundings.reload).toHaveBeenCalledTimes(2);
  });

  describe('in an import that fails', () => {
    let stop: () => void;
    beforeEach(() => {
      stop = reloadOnMissingCode(surroundings);
    });
    afterEach(() => stop());

    it('is looked for, and the error still reaches its section', async () => {
      expect(importFails(gone)).toBe(true);
      await vi.waitFor(() => expect(surroundings.reload).toHaveBeenCalledTimes(1));
    });

    it('does not take a person back who is leaving the page', async () => {
      dispatchEvent(new Event('beforeunload', { cancelable: true }));
      surroundings.now.mockReturnValue(1_005_000);
      importFails(gone);
      await turn();
      expect(surroundings.reload).not.toHaveBeenCalled();
      // What looked like leaving was a download: the page stays, and is used again.
      surroundings.now.mockReturnValue(1_005_001);
      importFails(gone);
      await turn();
      expect(surroundings.reload).toHaveBeenCalledTimes(1);
    });

    it.each([
      ['that is fetched before it is needed', prefetch],
      ['of a form, which the server checks as well', (load: () => Promise<never>) => lazySchema(load)()],
    ])('is not missed in code %s', async (_, fetchCode) => {
      surroundings.answers.mockImplementation(() => turn().then(() => true));
      await fetchCode(async () => {
        importFails(gone);
        throw gone;
      });
      await turn();
      await turn();
      expect(surroundings.answers).toHaveBeenCalledTimes(1);
      expect(surroundings.reload).not.toHaveBeenCalled();
    });
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
