import { Injectable } from '@nestjs/common';
import { identityEvents } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { SubscriptionsRepository } from './subscriptions.repository.ts';

/** Everybody starts with the free plan, announced once to the owners of limits. Runs in the transaction of the sign-up. */
@Injectable()
export class OpenPlan {
  constructor(private readonly subscriptions: SubscriptionsRepository) {}

  async execute(tx: Tx, payerId: string): Promise<void> {
    const entitlement = await this.subscriptions.insert(tx, payerId);
    await tx.emit(identityEvents.planChanged, {
      businessId: null,
      entityId: payerId,
      version: entitlement.version,
      data: entitlement,
    });
  }
}
