import { Scope } from '@postloom/persistence';
import type { Uow } from '@postloom/persistence';
import type { HandedOver, InboxRepository } from './inbox.repository.ts';

interface Waiting {
  readonly event: HandedOver;
  readonly settle: { readonly resolve: () => void; readonly reject: (reason: unknown) => void };
}

const MOST_IN_A_BATCH = 100;

/**
 * Events of a business that has more in this process than its share. They are stored in the inbox as due retries, where businesses take
 * turns, and confirmed to the broker, so that the stream moves on to the other businesses. What arrives during one write makes up
 * the next.
 */
export class DeferredEvents {
  private readonly waiting: Waiting[] = [];
  private isWriting = false;

  constructor(private readonly tools: { readonly uow: Uow; readonly inbox: InboxRepository }) {}

  /** Resolves when the inbox has the event. Rejects when it could not be written. */
  add(event: HandedOver): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ event, settle: { resolve, reject } });
      if (!this.isWriting) {
        this.isWriting = true;
        // After the messages that have arrived with this one.
        setImmediate(() => void this.write());
      }
    });
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MOST_IN_A_BATCH);
      const events = batch.map(({ event }) => event);
      try {
        await this.tools.uow.run(Scope.global(), (tx) => this.tools.inbox.handOver(tx, events));
        batch.forEach(({ settle }) => settle.resolve());
      } catch (error) {
        batch.forEach(({ settle }) => settle.reject(error));
      }
    }
    this.isWriting = false;
  }
}
