import { Controller } from '@nestjs/common';
import { identityEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { Entitlements } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { On } from '../events/on.decorator.ts';

/** Keeps the projection of plans. Deletions are not handled here: the service's erasure sets the tombstone in its own transaction. */
@Controller()
export class PlanEvents {
  private readonly entitlements: Entitlements;

  constructor(entitlements: Entitlements) {
    this.entitlements = entitlements;
  }

  @On(identityEvents.planChanged, { handler: 'plan' })
  planChanged(event: EventEnvelope<DataOf<typeof identityEvents.planChanged>>, tx: Tx): Promise<void> {
    return this.entitlements.applyPlan(tx, event);
  }
}
