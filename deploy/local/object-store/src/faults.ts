/** A fault as the sandbox's control page describes it; only what concerns an object store. */
export interface StoreFault {
  readonly mode: string;
  readonly latencyMs: number;
  readonly status: number;
  readonly retryAfter: number;
  readonly probability: number;
}

const none: StoreFault = { mode: 'none', latencyMs: 0, status: 503, retryAfter: 1, probability: 1 };

/** Asks the address for the current fault, at most every 250 ms. Without an address there are no faults. */
export const faultSource = (url: string | undefined): (() => Promise<StoreFault>) => {
  let held = none;
  let heldUntil = 0;
  return async () => {
    if (url === undefined || performance.now() < heldUntil) {
      return held;
    }
    heldUntil = performance.now() + 250;
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(1000) });
      held = response.ok ? { ...none, ...((await response.json()) as Partial<StoreFault>) } : none;
    } catch {
      held = none; // the sandbox is away: no faults then
    }
    return held;
  };
};
