import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Tier } from '@postloom/contracts';
import { Scope, Throttles, Uow } from '@postloom/persistence';
import { config } from '../config.ts';
import { throttleKey } from '../throttle-keys.ts';
import { SetTier } from './set-tier.ts';

/** The simulated payment. A change opens a new billing period. Choosing the same tier again changes nothing. */
@Injectable()
export class ChangePlan {
  constructor(
    private readonly uow: Uow,
    private readonly throttles: Throttles,
    private readonly setTier: SetTier,
  ) {}

  /** @throws AppError `payment_unavailable` where the simulated payment is off or real payments are on, `rate_limited` */
  async execute(payerId: string, tier: Tier): Promise<{ success: true; subscriptionTier: Tier }> {
    if (!config.simulatedPayment || config.stripeSecretKey !== undefined) {
      throw new AppError('payment_unavailable');
    }
    await this.uow.run(Scope.global(), async (tx) => {
      await this.throttles.take(tx, [throttleKey('limitPlanChange', payerId)]);
      await this.setTier.execute(tx, payerId, tier, await tx.now());
    });
    return { success: true, subscriptionTier: tier };
  }

  /** Somebody with a paid plan that nobody pays for, from the time before payments were switched on. */
  async toFree(payerId: string): Promise<{ success: true; subscriptionTier: 'free' }> {
    await this.uow.run(Scope.global(), async (tx) => this.setTier.execute(tx, payerId, 'free', await tx.now()));
    return { success: true, subscriptionTier: 'free' };
  }
}
