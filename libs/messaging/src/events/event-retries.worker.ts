import { Scope } from '@postloom/persistence';
import type { Uow } from '@postloom/persistence';
import type { EventHandler } from './event-handler.ts';
import { CLAIM_MS } from './event-pipeline.ts';
import type { EventPipeline } from './event-pipeline.ts';
import type { InboxClaims } from './inbox.claims.ts';

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

  /** One round. Does not wait for the runs it starts; the end of each asks for the next round. */
  async run(): Promise<void> {
    const free = Math.max(this.tools.concurrency - this.running, this.tools.pipeline.freeSlots);
    if (free <= 0) {
      return;
    }
    const claimed = await this.tools.uow.run(Scope.global(), (tx) =>
      this.tools.claims.claim(tx, [...this.handlers.keys()], free, CLAIM_MS),
    );
    for (const retry of claimed) {
      const handler = this.handlers.get(retry.handler);
      if (handler !== undefined) {
        this.running += 1;
        void this.tools.pipeline.retry(handler, retry).finally(() => {
          this.running -= 1;
          this.wake();
        });
      }
    }
  }
}
