import { Injectable } from '@nestjs/common';
import { LeasedTableWorker, Scope, WorkerTools } from '@postloom/persistence';
import { LEAVERS, LeaversClaims } from './leavers.claims.ts';
import type { LeaverRow } from './leavers.claims.ts';
import { PaymentProvider } from './payment-provider.ts';

/** Longer than the provider's call may take, tries included. */
const LEASE_SECONDS = 60;

/** Deletes the customer of a person who is gone: their subscription ends at once, and the provider forgets name and address. */
@Injectable()
export class LeaversWorker extends LeasedTableWorker<LeaverRow> {
  constructor(
    tools: WorkerTools,
    private readonly provider: PaymentProvider,
    private readonly claims: LeaversClaims,
  ) {
    super(tools, {
      ...{ name: 'billing leavers', slots: 2, pollMs: 5_000 },
      ...{ table: LEAVERS, leaseSeconds: LEASE_SECONDS, scope: Scope.global() },
    });
  }

  override onModuleInit(): void {
    if (this.provider.isOn) {
      super.onModuleInit();
    }
  }

  protected override async work(row: LeaverRow): Promise<void> {
    await this.provider.deleteCustomer(row.customer_id);
    await this.tools.uow.run(Scope.global(), (tx) => this.claims.finish(tx, row));
  }
}
