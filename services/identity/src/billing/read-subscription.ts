import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Logger } from '@postloom/chassis';
import { identityEvents } from '@postloom/contracts';
import type { Tier } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { config } from '../config.ts';
import { MailQueue } from '../mail/index.ts';
import { metrics } from '../metrics.ts';
import { Notify } from '../notifications/index.ts';
import { SetTier } from '../plans/index.ts';
import { keptOf } from './billing-customer.ts';
import type { BillingCustomerRow } from './billing-customer.ts';
import { BillingCustomersClaims } from './billing-customers.claims.ts';
import { billingNotice } from './billing-notices.ts';
import { nextBilling, nextReadInSeconds } from './next-billing.ts';
import type { KeptBilling } from './next-billing.ts';
import { PaymentProvider } from './payment-provider.ts';
import { paidTimes, stateOf } from './subscription-state.ts';
import type { SubscriptionState } from './subscription-state.ts';

const HOUR_SECONDS = 3_600;

/**
 * Asks the provider what a person pays for and makes it their plan, under the lease of their row. An event only wakes the row, so events that
 * are lost, repeated or out of order end in the same state.
 */
@Injectable()
export class ReadSubscription {
  constructor(
    private readonly uow: Uow,
    private readonly logger: Logger,
    private readonly provider: PaymentProvider,
    private readonly claims: BillingCustomersClaims,
    private readonly setTier: SetTier,
    private readonly notify: Notify,
    private readonly mails: MailQueue,
  ) {}

  async execute(scope: Scope, row: BillingCustomerRow): Promise<void> {
    const subscriptions = await this.provider.subscriptions(row.customer_id);
    if (paidTimes(subscriptions) > 1) {
      metrics.paidTwice.add(1);
      this.logger.error('A person pays for more than one subscription at once', { payerId: row.id });
    }
    await this.uow.run(scope, (tx) => this.keep(tx, row, stateOf(subscriptions)));
  }

  private async keep(tx: Tx, row: BillingCustomerRow, state: SubscriptionState): Promise<void> {
    const [now, before] = [await tx.now(), keptOf(row)];
    const { kept, entitled } = nextBilling(before, state, now, config.stripeGraceDays);
    if (!(await this.claims.keep(tx, row, kept))) {
      return;
    }
    const changed = entitled === null ? null : await this.setTier.execute(tx, row.id, entitled, state.anchor ?? now);
    if (!isDeepStrictEqual(before, kept)) {
      await tx.emit(identityEvents.billingChanged, {
        ...{ businessId: null, entityId: row.id, version: row.lease_epoch, data: { payerId: row.id } },
      });
    }
    await this.tell(tx, row.id, before, kept, changed?.tier ?? null);
    const sweepSeconds = config.stripeSweepHours * HOUR_SECONDS;
    await this.claims.rest(tx, row, nextReadInSeconds(kept, row.checkout_at, now, sweepSeconds));
  }

  private async tell(
    tx: Tx,
    payerId: string,
    before: KeptBilling,
    after: KeptBilling,
    changedTo: Tier | null,
  ): Promise<void> {
    const businessId = await this.claims.businessOf(tx, payerId);
    const write = (timeZone: string) => billingNotice(payerId, before, after, changedTo, timeZone);
    if (businessId !== null) {
      await this.notify.execute(tx, { businessId, at: (await tx.now()).toISOString() }, write);
    } else if (write('UTC')?.type === 'error') {
      // Notifications are of a business. Who has none yet is told of trouble by mail.
      await this.mails.add(tx, payerId, 'payment_failed');
    }
  }
}
