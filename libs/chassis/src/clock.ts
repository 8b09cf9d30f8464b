/**
 * Time of the process. Services never read the system clock themselves, so that a test can hold it still.
 * Decisions between processes (leases, due times) use the database's clock instead: `Tx.now()`.
 */
export abstract class Clock {
  /** The wall clock. */
  abstract now(): Date;
  /** Milliseconds that never jump backwards; only differences mean something. */
  abstract monotonicMs(): number;
  /** Resolves after `ms` milliseconds, or at once (without an error) when `signal` is aborted. */
  abstract delay(ms: number, signal?: AbortSignal): Promise<void>;
}

export class SystemClock extends Clock {
  override now(): Date {
    return new Date();
  }

  override monotonicMs(): number {
    return performance.now();
  }

  override delay(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) {
        resolve();
        return;
      }
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done, { once: true });
    });
  }
}
