import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Billing, Invoice, PaidTier, PlanPreview } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { config } from '../config.ts';
import { GetPlan } from '../plans/index.ts';
import { keptOf } from './billing-customer.ts';
import { BillingCustomersRepository } from './billing-customers.repository.ts';
import { Payer } from './payer.ts';
import { PaymentProvider } from './payment-provider.ts';
import { stateOf } from './subscription-state.ts';

/** What a person may see of how they pay. */
@Injectable()
export class ReadBilling {
  constructor(
    private readonly uow: Uow,
    private readonly payer: Payer,
    private readonly provider: PaymentProvider,
    private readonly customers: BillingCustomersRepository,
    private readonly getPlan: GetPlan,
  ) {}

  async billing(payerId: string): Promise<Billing> {
    const { tier } = await this.getPlan.execute({ payerId });
    const row = this.provider.isOn
      ? await this.uow.run(Scope.global(), (tx) => this.customers.find(tx, payerId), { readOnly: true })
      : null;
    const next = row === null ? null : keptOf(row).next;
    return {
      payment: this.provider.isOn ? 'provider' : config.simulatedPayment ? 'simulated' : 'none',
      subscriptionTier: tier,
      status: row?.status ?? 'none',
      graceEndsAt: row?.grace_ends_at?.toISOString() ?? null,
      renewsAt: row?.renews_at?.toISOString() ?? null,
      endsAt: row?.ends_at?.toISOString() ?? null,
      next: next === null ? null : { tier: next.tier, startsAt: next.at.toISOString() },
    };
  }

  /** @throws AppError `rate_limited`, `dependency_failed` */
  async invoices(payerId: string): Promise<Invoice[]> {
    const customer = this.provider.isOn ? await this.payer.find(payerId) : null;
    return customer === null ? [] : this.provider.invoices(customer.customer_id);
  }

  /** @throws AppError `payment_unavailable`, `rate_limited`, `dependency_failed` */
  async portal(payerId: string): Promise<{ url: string }> {
    this.requireProvider();
    const { customer_id: customerId } = await this.payer.open(payerId);
    return { url: await this.provider.portal(customerId) };
  }

  /** @throws AppError `payment_unavailable`, `rate_limited`, `dependency_failed` */
  async preview(payerId: string, tier: PaidTier): Promise<PlanPreview> {
    this.requireProvider();
    const customer = await this.payer.find(payerId);
    const state = customer === null ? null : stateOf(await this.provider.subscriptions(customer.customer_id));
    return this.provider.preview(customer?.customer_id ?? null, state, tier);
  }

  private requireProvider(): void {
    if (!this.provider.isOn) {
      throw new AppError('payment_unavailable');
    }
  }
}
