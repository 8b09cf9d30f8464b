import { Injectable } from '@nestjs/common';
import { LeasedTableWorker, Scope, WorkerTools } from '@postloom/persistence';
import type { BillingCustomerRow } from './billing-customer.ts';
import { CUSTOMERS } from './billing-customers.repository.ts';
import { PaymentProvider } from './payment-provider.ts';
import { ReadSubscription } from './read-subscription.ts';

const scope = Scope.system('what the people of all businesses pay for');

/** Longer than the provider's calls may take, tries included. */
const LEASE_SECONDS = 90;

/** Reads subscriptions anew: when an event woke their row, when days of grace end, and now and then. */
@Injectable()
export class BillingWorker extends LeasedTableWorker<BillingCustomerRow> {
  constructor(
    tools: WorkerTools,
    private readonly provider: PaymentProvider,
    private readonly read: ReadSubscription,
  ) {
    super(tools, { name: 'billing', slots: 4, pollMs: 2_000, table: CUSTOMERS, leaseSeconds: LEASE_SECONDS, scope });
  }

  override onModuleInit(): void {
    if (this.provider.isOn) {
      super.onModuleInit();
    }
  }

  protected override work(row: BillingCustomerRow): Promise<void> {
    return this.read.execute(scope, row);
  }
}
