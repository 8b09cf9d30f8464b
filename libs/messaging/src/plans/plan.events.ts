import { Controller } from '@nestjs/common';
import { identityEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { Entitlements, Tombstones } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { On } from '../events/on.decorator.ts';

/** Keeps the projection of plans. Deletions are not handled here: the service's erasure sets the tombstone in its own transaction. */
@Controller()
export class PlanEvents {
  private readonly entitlements: Entitlements;
  private readonly tombstones: Tombstones;

  constructor(entitlements: Entitlements, tombstones: Tombstones) {
    this.entitlements = entitlements;
    this.tombstones = tombstones;
  }

  @On(identityEvents.planChanged, { handler: 'plan' })
  async planChanged(event: EventEnvelope<DataOf<typeof identityEvents.planChanged>>, tx: Tx): Promise<void> {
    // A late one must not bring back what was erased with the person.
    if (!(await this.tombstones.isErasedPerson(tx, event.data.payerId))) {
      await this.entitlements.applyPlan(tx, event);
    }
  }
}
