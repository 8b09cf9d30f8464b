import type { Clock } from '@postloom/chassis';
import { NotSent } from '../platforms/index.ts';

/** Between the intent and the first byte on the socket: a paused process must not send late. */
export const SEND_WINDOW_MS = 2_000;
/** After the latest end of a call: to record its outcome. */
const AFTERWARDS_MS = 1_000;

/**
 * Seconds a lease must last when a call is about to begin: long enough that no other worker can own the lane while the call may still be
 * running, and not longer. A living process extends it by heartbeat; after its death the account's other posts wait for the end of this
 * lease (33 s with the defaults).
 */
export const leaseSecondsOverCall = (callTimeoutMs: number, leaseSeconds: number): number =>
  Math.max(leaseSeconds, (SEND_WINDOW_MS + callTimeoutMs + AFTERWARDS_MS) / 1_000);

/**
 * How long the lane is still ours, on this process's own monotonic clock, counted from *before* each claim or extension: so we always
 * assume a little less than the database grants.
 */
export class LaneLease {
  private deadline: number;
  private lost = false;

  constructor(
    private readonly clock: Clock,
    claimedAtMs: number,
    private readonly leaseMs: number,
  ) {
    this.deadline = claimedAtMs + leaseMs;
  }

  get isLost(): boolean {
    return this.lost || this.clock.monotonicMs() >= this.deadline;
  }

  /** Another worker owns the lane. */
  lose(): void {
    this.lost = true;
  }

  /** The database extended the lease; `fromMs` is the moment before the statement was sent. */
  extended(fromMs: number, leaseMs: number = this.leaseMs): void {
    this.deadline = Math.max(this.deadline, fromMs + leaseMs);
  }

  /** The check that runs immediately before the socket write. @throws {NotSent} */
  guard(intentStartedMs: number): () => void {
    return () => {
      if (this.clock.monotonicMs() - intentStartedMs > SEND_WINDOW_MS) {
        throw new NotSent('too_late');
      }
      if (this.isLost) {
        throw new NotSent('lease_lost');
      }
    };
  }
}
