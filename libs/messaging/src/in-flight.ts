/** Counts work in progress, so that a shutdown can wait for it. */
export class InFlight {
  private count = 0;
  private waiters: (() => void)[] = [];

  get size(): number {
    return this.count;
  }

  async track<T>(work: Promise<T>): Promise<T> {
    this.count += 1;
    try {
      return await work;
    } finally {
      this.count -= 1;
      if (this.count === 0) {
        for (const wake of this.waiters.splice(0)) {
          wake();
        }
      }
    }
  }

  /** Resolves when nothing is in progress. */
  ended(): Promise<void> {
    if (this.count === 0) {
      return Promise.resolve();
    }
    return new Promise((resolve) => this.waiters.push(resolve));
  }
}
