import { Scope } from '@postloom/persistence';
import type { Uow } from '@postloom/persistence';
import type { EventHandler } from './event-handler.ts';
import { openEnvelope, sealedEnvelope } from './event-wire.ts';
import type { InboxRepository, ParkedEvent } from './inbox.repository.ts';

/** The events a service has parked, and their replay. */
export class ParkedEvents {
  private handlers: readonly EventHandler[] = [];

  constructor(
    private readonly uow: Uow,
    private readonly inbox: InboxRepository,
  ) {}

  /** Used by the transport once the handlers are known. */
  use(handlers: readonly EventHandler[]): void {
    this.handlers = handlers;
  }

  /** Parked events, oldest first, at most `limit`. */
  list(limit = 100): Promise<ParkedEvent[]> {
    return this.uow.run(Scope.global(), (tx) => this.inbox.parked(tx, limit), { readOnly: true });
  }

  /**
   * Runs the handler again, in one transaction with the end of the parking. False: somebody else has replayed it.
   * Throws what the handler throws, `Undecodable` or `NoEnvelope`; then the event stays parked.
   */
  replay(parked: ParkedEvent): Promise<boolean> {
    const handler = this.handlers.find((candidate) => candidate.key === parked.handler);
    if (handler === undefined) {
      throw new Error(`This service has no handler ${parked.handler} any more.`);
    }
    const envelope = openEnvelope(sealedEnvelope(parked.envelope, handler.contract), handler.contract);
    const scope = envelope.businessId === null ? Scope.global() : Scope.business(envelope.businessId);
    return this.uow.run(
      scope,
      async (tx) => {
        if (!(await this.inbox.unpark(tx, parked))) {
          return false;
        }
        await handler.invoke(envelope, tx);
        return true;
      },
      { cause: envelope.id },
    );
  }
}
