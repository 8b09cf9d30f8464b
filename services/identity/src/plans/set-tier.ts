import { Injectable } from '@nestjs/common';
import { identityEvents } from '@postloom/contracts';
import type { Entitlement, Tier } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { Audit } from '../audit/index.ts';
import { SubscriptionsRepository } from './subscriptions.repository.ts';

/**
 * A payer's plan changes, and the owners of the limits are told. They carry the usage of the month over into the new months, which are
 * counted from `anchor`, so switching never refills a plan.
 */
@Injectable()
export class SetTier {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly audit: Audit,
  ) {}

  /** Null: they have this plan already. */
  async execute(tx: Tx, payerId: string, tier: Tier, anchor: Date): Promise<Entitlement | null> {
    const entitlement = await this.subscriptions.change(tx, payerId, tier, anchor);
    if (entitlement !== null) {
      await this.audit.note(tx, payerId, { act: 'plan_changed', detail: tier });
      await tx.emit(identityEvents.planChanged, {
        businessId: null,
        entityId: payerId,
        version: entitlement.version,
        data: entitlement,
      });
    }
    return entitlement;
  }
}
