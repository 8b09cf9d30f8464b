/** Tokens that a bucket holds, and how many are refilled per second. */
export interface BucketSize {
  readonly capacity: number;
  readonly perSecond: number;
}

interface Bucket {
  /** Below zero when several processes together allowed more than there was. */
  tokens: number;
  /** Monotonic milliseconds of the last change. */
  at: number;
}

/**
 * Token buckets by key. Takes of other processes are deducted as they become known; what was allowed too much by then is owed and
 * comes back first, so that over time no more than the rate passes. The map is bounded: when full, the buckets that were
 * idle longest go first.
 */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly size: BucketSize,
    private readonly maxBuckets: number,
  ) {}

  /** Takes one token at `nowMs`; returns 0, or the seconds until the next one is available. */
  take(key: string, nowMs: number): number {
    const bucket = this.filled(key, nowMs);
    if (bucket.tokens < 1) {
      return Math.ceil((1 - bucket.tokens) / this.size.perSecond);
    }
    bucket.tokens -= 1;
    return 0;
  }

  /** Takes `times` tokens that another process has allowed already. */
  deduct(key: string, times: number, nowMs: number): void {
    this.filled(key, nowMs).tokens -= times;
  }

  /** The bucket with what came back until now. */
  private filled(key: string, nowMs: number): Bucket {
    const { capacity, perSecond } = this.size;
    const bucket = this.buckets.get(key) ?? { tokens: capacity, at: nowMs };
    bucket.tokens = Math.min(capacity, bucket.tokens + ((nowMs - bucket.at) / 1_000) * perSecond);
    bucket.at = nowMs;
    // Reinserting keeps the map in order of last use.
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    this.evict();
    return bucket;
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
