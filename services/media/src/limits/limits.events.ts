import { Controller, Inject } from '@nestjs/common';
import { identityEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import { Entitlements } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';

@Controller()
export class LimitsEvents {
  constructor(@Inject(Entitlements) private readonly entitlements: Entitlements) {}

  @On(identityEvents.planChanged, { handler: 'plan' })
  plan(envelope: EventEnvelope<DataOf<typeof identityEvents.planChanged>>, tx: Tx): Promise<void> {
    return this.entitlements.applyPlan(tx, envelope);
  }

  @On(identityEvents.businessCreated, { handler: 'payer' })
  business(envelope: EventEnvelope<DataOf<typeof identityEvents.businessCreated>>, tx: Tx): Promise<void> {
    return this.entitlements.applyBusiness(tx, envelope);
  }
}
