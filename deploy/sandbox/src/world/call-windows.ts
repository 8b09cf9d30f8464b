/** Counts calls in windows of time, per key. In memory: a restart begins at zero. */
export class CallWindows {
  readonly #calls = new Map<string, { window: number; used: number }>();

  /**
   * Counts one call; false (and not counted) when `limit` calls were made in the current window. Windows start
   * at multiples of `windowMs` since 1970, so those of a day end at 00:00 UTC.
   */
  take(key: string, limit: number, windowMs: number): boolean {
    const used = this.used(key, windowMs);
    if (used >= limit) {
      return false;
    }
    this.#calls.set(key, { window: Math.floor(Date.now() / windowMs), used: used + 1 });
    return true;
  }

  /** Calls counted in the current window. */
  used(key: string, windowMs: number): number {
    const seen = this.#calls.get(key);
    return seen?.window === Math.floor(Date.now() / windowMs) ? seen.used : 0;
  }

  clear(): void {
    this.#calls.clear();
  }
}
