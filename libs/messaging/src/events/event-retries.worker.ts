import type { Clock } from '@postloom/chassis';
import { Scope } from '@postloom/persistence';
import type { Uow } from '@postloom/persistence';
import type { EventHandler } from './event-handler.ts';
import { CLAIM_MS } from './event-pipeline.ts';
import type { EventPipeline } from './event-pipeline.ts';
import type { ClaimedRetry, InboxClaims } from './inbox.claims.ts';
import { retriesToClaim } from './retry-rules.ts';

/** Assumed before the first run; as slow as a run that makes requests. */
const FIRST_RUN_MS = 60;
/** Weight of the latest run in the average. */
const LATEST = 0.1;

export interface RetryTools {
  readonly uow: Uow;
  readonly claims: InboxClaims;
  readonly pipeline: EventPipeline;
  readonly clock: Clock;
  /** Retries that run at the same time in this process while the stream has work; all free slots while it has none. */
  readonly concurrency: number;
}

/** Runs the due retries of the inbox, in free slots; claims the next ones before the claimed ones have run out. Every process takes part. */
export class EventRetries {
  private readonly handlers: ReadonlyMap<string, EventHandler>;
  /** Claimed and not begun. */
  private readonly claimed: ClaimedRetry[] = [];
  private running = 0;
  private runMs = FIRST_RUN_MS;
  /** Whether the latest claim found as much as it asked for. */
  private isMore = false;
  private wake: () => void = () => undefined;

  constructor(
    handlers: readonly EventHandler[],
    private readonly tools: RetryTools,
  ) {
    this.handlers = new Map(handlers.map((handler) => [handler.key, handler]));
  }

  /** `wake` starts the next round; called when less is claimed than should be. */
  whenFree(wake: () => void): void {
    this.wake = wake;
  }

  /** One round. Does not wait for the runs it starts; the end of each starts the next, or asks for the next round. */
  async run(): Promise<void> {
    const wanted = this.wanted();
    if (wanted === 0) {
      return;
    }
    const claimed = await this.tools.uow.run(Scope.global(), (tx) =>
      this.tools.claims.claim(tx, [...this.handlers.keys()], wanted, CLAIM_MS),
    );
    this.isMore = claimed.length === wanted;
    this.claimed.push(...claimed);
    this.fill();
  }

  private wanted(): number {
    const { concurrency, pipeline } = this.tools;
    const free = Math.max(0, concurrency - this.running, pipeline.freeSlots);
    return retriesToClaim({ free, running: this.running, claimed: this.claimed.length, runMs: this.runMs });
  }

  private fill(): void {
    while (this.running < this.tools.concurrency || this.tools.pipeline.freeSlots > 0) {
      const retry = this.claimed.shift();
      if (retry === undefined) {
        return;
      }
      const handler = this.handlers.get(retry.handler);
      if (handler === undefined) {
        continue;
      }
      this.running += 1;
      const startedAt = this.tools.clock.monotonicMs();
      void this.tools.pipeline.retry(handler, retry).finally(() => {
        this.running -= 1;
        this.runMs += (this.tools.clock.monotonicMs() - startedAt - this.runMs) * LATEST;
        this.fill();
        if (this.claimed.length === 0 || (this.isMore && this.wanted() > 0)) {
          this.wake();
        }
      });
    }
  }
}
