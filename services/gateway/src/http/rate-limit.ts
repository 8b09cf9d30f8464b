/** Tokens a bucket holds and how many come back per second. */
export interface BucketSize {
  readonly capacity: number;
  readonly perSecond: number;
}

interface Bucket {
  tokens: number;
  /** Monotonic milliseconds of the last take. */
  at: number;
}

/**
 * Token buckets of one pod: cheap and approximate on purpose. Limits that guard something (sign-in, caption spend) are exact
 * rows in their owner's database. The map is bounded: when full, the buckets that were idle longest go first.
 */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly size: BucketSize,
    private readonly maxBuckets: number,
  ) {}

  /** Takes one token at `nowMs`; answers 0, or the seconds after which the next one is there. */
  take(key: string, nowMs: number): number {
    const bucket = this.buckets.get(key) ?? { tokens: this.size.capacity, at: nowMs };
    bucket.tokens = Math.min(this.size.capacity, bucket.tokens + ((nowMs - bucket.at) / 1_000) * this.size.perSecond);
    bucket.at = nowMs;
    // Re-inserting keeps the map in order of last use.
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    this.evict();
    if (bucket.tokens < 1) {
      return Math.ceil((1 - bucket.tokens) / this.size.perSecond);
    }
    bucket.tokens -= 1;
    return 0;
  }

  private evict(): void {
    if (this.buckets.size > this.maxBuckets) {
      const [oldest] = this.buckets.keys();
      if (oldest !== undefined) {
        this.buckets.delete(oldest);
      }
    }
  }
}
