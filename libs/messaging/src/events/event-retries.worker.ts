import { Scope } from '@postloom/persistence';
import type { Uow } from '@postloom/persistence';
import type { EventHandler } from './event-handler.ts';
import { CLAIM_MS } from './event-pipeline.ts';
import type { EventPipeline } from './event-pipeline.ts';
import type { ClaimedRetry, InboxClaims } from './inbox.claims.ts';

/**
 * Retries claimed at once for each slot: a claim costs as much as a short run. The last of them waits for three runs, which is
 * within its claim.
 */
const CLAIMED_PER_SLOT = 4;

export interface RetryTools {
  readonly uow: Uow;
  readonly claims: InboxClaims;
  readonly pipeline: EventPipeline;
  /** Retries that run at the same time in this process while the stream has work; all free slots while it has none. */
  readonly concurrency: number;
}

/** Runs the due retries of the inbox, in free slots: as many as end are claimed anew. Every process takes part. */
export class EventRetries {
  private readonly handlers: ReadonlyMap<string, EventHandler>;
  /** Claimed and not begun. */
  private readonly claimed: ClaimedRetry[] = [];
  private running = 0;
  private wake: () => void = () => undefined;

  constructor(
    handlers: readonly EventHandler[],
    private readonly tools: RetryTools,
  ) {
    this.handlers = new Map(handlers.map((handler) => [handler.key, handler]));
  }

  /** `wake` starts the next round; called whenever a slot has become free. */
  whenFree(wake: () => void): void {
    this.wake = wake;
  }

  /** One round. Does not wait for the runs it starts; the end of each starts the next, or asks for the next round. */
  async run(): Promise<void> {
    const slots = Math.max(this.tools.concurrency - this.running, this.tools.pipeline.freeSlots);
    if (slots <= 0 || this.claimed.length > 0) {
      return;
    }
    const claimed = await this.tools.uow.run(Scope.global(), (tx) =>
      this.tools.claims.claim(tx, [...this.handlers.keys()], slots * CLAIMED_PER_SLOT, CLAIM_MS),
    );
    this.claimed.push(...claimed);
    this.fill();
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
      void this.tools.pipeline.retry(handler, retry).finally(() => {
        this.running -= 1;
        this.fill();
        if (this.claimed.length === 0) {
          this.wake();
        }
      });
    }
  }
}
