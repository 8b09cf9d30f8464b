/** Further retries get no timer of their own: polling finds them. */
const MOST = 500;

/** Wakes the retries of this process when an event that it set back is due. */
export class RetryWakes {
  private readonly timers = new Set<NodeJS.Timeout>();
  private wake: (() => void) | undefined;

  start(wake: () => void): void {
    this.wake = wake;
  }

  /** Real time, as the database's: a service whose clock a test holds still retries all the same. */
  in(ms: number): void {
    if (this.wake === undefined || this.timers.size >= MOST) {
      return;
    }
    const timer = setTimeout(
      () => {
        this.timers.delete(timer);
        this.wake?.();
      },
      Math.ceil(ms) + 1,
    );
    this.timers.add(timer);
  }

  stop(): void {
    this.wake = undefined;
    for (const timer of this.timers) {
      clearTimeout(timer);
    }
    this.timers.clear();
  }
}
