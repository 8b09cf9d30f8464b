import { Injectable } from '@nestjs/common';
import { AppError, identityEvents } from '@postloom/contracts';
import type { Tier } from '@postloom/contracts';
import { Scope, Throttles, Uow } from '@postloom/persistence';
import { config } from '../config.ts';
import { throttleKey } from '../throttle-keys.ts';
import { SubscriptionsRepository } from './subscriptions.repository.ts';

/**
 * The simulated payment. A change opens a new billing period; the owners of the limits carry the usage over on the event, so switching
 * never refills a plan. Choosing the same tier again changes nothing.
 */
@Injectable()
export class ChangePlan {
  constructor(
    private readonly uow: Uow,
    private readonly throttles: Throttles,
    private readonly subscriptions: SubscriptionsRepository,
  ) {}

  /** @throws AppError `payment_unavailable` where the simulated payment is off, `rate_limited` */
  async execute(payerId: string, tier: Tier): Promise<{ success: true; subscriptionTier: Tier }> {
    if (!config.simulatedPayment) {
      throw new AppError('payment_unavailable');
    }
    await this.uow.run(Scope.global(), async (tx) => {
      await this.throttles.take(tx, [throttleKey('limitPlanChange', payerId)]);
      const entitlement = await this.subscriptions.change(tx, payerId, tier);
      if (entitlement) {
        await tx.emit(identityEvents.planChanged, {
          businessId: null,
          entityId: payerId,
          version: entitlement.version,
          data: entitlement,
        });
      }
    });
    return { success: true, subscriptionTier: tier };
  }
}
