import { ModernFakeTimers } from '@jest/fake-timers';

/** What tests import from `@jest/globals` when ./runner.ts runs them. */
export { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'jest-circus';
export { expect } from 'expect';

/** jest-circus reads the time limit of a file's tests here. */
const TIME_LIMIT = Symbol.for('TEST_TIMEOUT_SYMBOL');
const timers = new ModernFakeTimers({
  config: { fakeTimers: {} } as ConstructorParameters<typeof ModernFakeTimers>[0]['config'],
  global: globalThis,
});

export function limitTests(ms: number | undefined): void {
  Reflect.set(globalThis, TIME_LIMIT, ms);
}

/** As much of Jest's `jest` as our tests use. */
export const jest = {
  setTimeout: limitTests,
  useFakeTimers: (options?: Parameters<typeof timers.useFakeTimers>[0]): void => timers.useFakeTimers(options),
  useRealTimers: (): void => timers.useRealTimers(),
  advanceTimersByTimeAsync: (ms: number): Promise<void> => timers.advanceTimersByTimeAsync(ms),
};
