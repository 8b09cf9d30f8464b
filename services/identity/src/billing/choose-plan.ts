import { Injectable } from '@nestjs/common';
import type { PaidTier, PlanChoice, Tier } from '@postloom/contracts';
import { Scope, Throttles, Uow } from '@postloom/persistence';
import { ChangePlan, GetPlan } from '../plans/index.ts';
import { throttleKey } from '../throttle-keys.ts';
import type { BillingCustomerRow } from './billing-customer.ts';
import { BillingCustomersRepository } from './billing-customers.repository.ts';
import { BillingWorker } from './billing.worker.ts';
import { Payer } from './payer.ts';
import { PaymentProvider } from './payment-provider.ts';
import { stateOf } from './subscription-state.ts';
import type { SubscriptionState } from './subscription-state.ts';

/**
 * Choosing a plan. Where payments are on, this changes no plan itself: it gives the page on which the person pays, or tells the provider, and
 * the plan follows from what the provider then says (`ReadSubscription`).
 */
@Injectable()
export class ChoosePlan {
  constructor(
    private readonly uow: Uow,
    private readonly throttles: Throttles,
    private readonly payer: Payer,
    private readonly provider: PaymentProvider,
    private readonly customers: BillingCustomersRepository,
    private readonly worker: BillingWorker,
    private readonly changePlan: ChangePlan,
    private readonly getPlan: GetPlan,
  ) {}

  /** @throws AppError `payment_unavailable`, `rate_limited`, `dependency_failed` */
  async execute(payerId: string, tier: Tier): Promise<PlanChoice> {
    if (!this.provider.isOn) {
      return this.changePlan.execute(payerId, tier);
    }
    await this.uow.run(Scope.global(), (tx) => this.throttles.take(tx, [throttleKey('limitPlanChange', payerId)]));
    return tier === 'free' ? this.leave(payerId) : this.pay(payerId, tier);
  }

  /** What is paid for stays until the end of the month it was paid for. */
  private async leave(payerId: string): Promise<PlanChoice> {
    const customer = await this.payer.find(payerId);
    const state = customer === null ? null : stateOf(await this.provider.subscriptions(customer.customer_id));
    if (state === null || state.subscriptionId === null || state.renewsAt === null) {
      return state === null || state.status === 'none' ? this.changePlan.toFree(payerId) : this.kept(payerId);
    }
    await this.endSchedule(state);
    await this.provider.endWithPeriod(state.subscriptionId, true);
    return this.kept(payerId);
  }

  private async pay(payerId: string, tier: PaidTier): Promise<PlanChoice> {
    const customer = await this.payer.open(payerId);
    const state = stateOf(await this.provider.subscriptions(customer.customer_id));
    switch (state.status) {
      case 'active':
        if (state.tier === tier) {
          return this.stay(payerId, state);
        }
        // It is chosen already, and comes with the next month.
        return state.next?.tier === tier ? this.kept(payerId) : this.change(customer, state, tier);
      case 'failing':
        // The card comes first, on the provider's page: another subscription would be a second one.
        return state.renewsAt === null
          ? this.checkout(payerId, customer, tier)
          : { checkoutUrl: await this.provider.portal(customer.customer_id) };
      case 'none':
      case 'ended':
        return this.checkout(payerId, customer, tier);
    }
  }

  /** The plan that they have: a cancellation, or a change to a smaller plan, is taken back. */
  private async stay(payerId: string, state: SubscriptionState): Promise<PlanChoice> {
    await this.endSchedule(state);
    if (state.subscriptionId !== null && state.endsAt !== null) {
      await this.provider.endWithPeriod(state.subscriptionId, false);
    }
    return this.kept(payerId);
  }

  /** The provider decides nothing about the end of a subscription that has a schedule. */
  private async endSchedule({ scheduleId }: SubscriptionState): Promise<void> {
    if (scheduleId !== null) {
      await this.provider.endSchedule(scheduleId);
    }
  }

  private async change(customer: BillingCustomerRow, state: SubscriptionState, tier: PaidTier): Promise<PlanChoice> {
    return { checkoutUrl: await this.provider.planChange(customer.customer_id, state, tier) };
  }

  private async checkout(payerId: string, { customer_id: customerId }: BillingCustomerRow, tier: PaidTier) {
    const { number, replaces } = await this.uow.run(Scope.global(), (tx) => this.customers.checkout(tx, payerId, tier));
    if (replaces !== null) {
      await this.provider.closeCheckout(replaces);
    }
    const { id, url } = await this.provider.checkout({ payerId, customerId, tier, number });
    await this.uow.run(Scope.global(), async (tx) => {
      await this.customers.gaveCheckout(tx, payerId, number, id);
      // The sweep finds the payment even when its event is lost.
      await this.customers.wake(tx, payerId);
    });
    return { checkoutUrl: url };
  }

  /** The plan of now; what the provider was told is read at once. */
  private async kept(payerId: string): Promise<PlanChoice> {
    await this.uow.run(Scope.global(), (tx) => this.customers.wake(tx, payerId));
    this.worker.wake();
    const { tier } = await this.getPlan.execute({ payerId });
    return { success: true, subscriptionTier: tier };
  }
}
