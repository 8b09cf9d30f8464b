import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { GuardedProvider } from './guarded-provider.ts';
import { ProviderError } from './provider-error.ts';
import type { ProviderFailure } from './provider-error.ts';
import type { ProviderRequest } from './provider.port.ts';

describe('a provider that fails again and again', () => {
  let failure: ProviderFailure | null;
  let calls: number;
  let hanging: Promise<void>;
  let provider: GuardedProvider;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
    failure = null;
    calls = 0;
    hanging = Promise.resolve();
    const inner = {
      id: 'openai' as const,
      model: 'm',
      generate: async () => {
        calls += 1;
        await hanging;
        if (failure !== null) {
          throw new ProviderError(failure);
        }
        return { caption: 'Bread.', hashtags: [], analysis: '' };
      },
    };
    provider = new GuardedProvider(inner, { calls: 4, timeoutMs: 17_000, restAfter: 3, restSeconds: 15 });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const ask = () =>
    provider.generate({} as ProviderRequest).then(
      () => 'done',
      (error: unknown) => (error as ProviderError).reason,
    );

  it('is left alone for a while, then tried once, and used again when it answers', async () => {
    failure = 'unavailable';
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([
      ...['unavailable', 'unavailable', 'unavailable'],
      'resting',
    ]);
    await jest.advanceTimersByTimeAsync(15_000);
    expect([await ask(), await ask()]).toEqual(['unavailable', 'resting']);
    failure = null;
    await jest.advanceTimersByTimeAsync(15_000);
    expect([await ask(), await ask()]).toEqual(['done', 'done']);
    expect(calls).toBe(6);
  });

  it('lets nobody wait for the call that tries it again', async () => {
    failure = 'timeout';
    expect([await ask(), await ask(), await ask()]).toEqual(['timeout', 'timeout', 'timeout']);
    await jest.advanceTimersByTimeAsync(15_000);
    const { promise, resolve } = Promise.withResolvers<void>();
    hanging = promise;
    const trial = ask();
    expect(await ask()).toBe('resting');
    failure = null;
    resolve();
    expect([await trial, await ask()]).toEqual(['done', 'done']);
    expect(calls).toBe(5);
  });

  it('is not left alone for failures with answers in between, nor for those of one picture, nor by people who leave', async () => {
    for (const reason of ['timeout', 'rate_limited', null, 'timeout', 'timeout', null] as const) {
      failure = reason;
      await ask();
    }
    for (const reason of ['refused', 'garbage', 'cut_off', 'too_large', 'cancelled'] as const) {
      failure = reason;
      expect([await ask(), await ask(), await ask(), await ask()]).toEqual([reason, reason, reason, reason]);
    }
    failure = null;
    expect(await ask()).toBe('done');
  });
});
