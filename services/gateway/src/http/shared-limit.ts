import { hash } from 'node:crypto';
import { RateLimiter } from './rate-limit.ts';
import type { BucketSize } from './rate-limit.ts';

/** How many requests of one key were allowed: `[hash of the key, requests]`. */
export type Takes = readonly (readonly [string, number])[];

const MAX_BUCKETS = 50_000;
/** Takes of one key that may be unannounced: this part of the burst, so that twenty processes together exceed it once at the most. */
const UNANNOUNCED_PART = 20;
/** Keys per message: 300 KB, well below the broker's limit of 1 MiB. */
const MOST_PER_MESSAGE = 10_000;

/**
 * A limit that all processes of the gateway count together: each decides alone, at once and in memory, and announces what it allowed.
 * Within any time P processes allow at most `capacity + rate × time + (P - 1) × (capacity / 20 - 1)` requests of a key, and those that
 * arrive while an announcement is on its way. A process that hears of no other counts alone.
 * Keys are hashed before anything else: none leaves the process in clear, and none is longer than another in memory.
 */
export class SharedLimit {
  private readonly limiter: RateLimiter;
  private readonly announceAt: number;
  private readonly unannounced = new Map<string, number>();

  /** `announce` sends takes to the other processes; it may lose them. */
  constructor(
    private readonly name: string,
    size: BucketSize,
    private readonly announce: (takes: Takes) => void,
  ) {
    this.limiter = new RateLimiter(size, MAX_BUCKETS);
    this.announceAt = Math.max(1, Math.floor(size.capacity / UNANNOUNCED_PART));
  }

  /** Counts one request at `nowMs` (monotonic); answers 0, or the seconds after which the next one is allowed. */
  take(key: string, nowMs: number): number {
    const hashed = hash('sha256', `${this.name} ${key}`, 'base64url').slice(0, 22);
    const wait = this.limiter.take(hashed, nowMs);
    if (wait === 0) {
      const times = (this.unannounced.get(hashed) ?? 0) + 1;
      if (times >= this.announceAt) {
        this.unannounced.delete(hashed);
        this.announce([[hashed, times]]);
      } else {
        this.unannounced.set(hashed, times);
      }
    }
    return wait;
  }

  /** Announces everything that is still unannounced. */
  flush(): void {
    const takes = [...this.unannounced];
    this.unannounced.clear();
    for (let from = 0; from < takes.length; from += MOST_PER_MESSAGE) {
      this.announce(takes.slice(from, from + MOST_PER_MESSAGE));
    }
  }

  /** Deducts what another process announced. Anything that is no `Takes` is ignored. */
  hear(announced: unknown, nowMs: number): void {
    for (const entry of Array.isArray(announced) ? (announced as unknown[]) : []) {
      const [key, times] = Array.isArray(entry) ? (entry as unknown[]) : [];
      if (typeof key === 'string' && typeof times === 'number' && times > 0) {
        this.limiter.deduct(key, times, nowMs);
      }
    }
  }
}
