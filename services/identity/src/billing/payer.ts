import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import { Scope, Throttles, Uow } from '@postloom/persistence';
import { throttleKey } from '../throttle-keys.ts';
import type { BillingCustomerRow } from './billing-customer.ts';
import { BillingCustomersRepository } from './billing-customers.repository.ts';
import { PaymentProvider } from './payment-provider.ts';

/** The person as the provider's customer. */
@Injectable()
export class Payer {
  constructor(
    private readonly uow: Uow,
    private readonly throttles: Throttles,
    private readonly customers: BillingCustomersRepository,
    private readonly provider: PaymentProvider,
  ) {}

  /**
   * Null: they never went to pay. Counts a call to the provider.
   * @throws AppError `rate_limited`
   */
  find(payerId: string): Promise<BillingCustomerRow | null> {
    return this.uow.run(Scope.global(), async (tx) => {
      await this.throttles.take(tx, [throttleKey('limitBilling', payerId)]);
      return this.customers.find(tx, payerId);
    });
  }

  /** Makes the customer on the first visit. @throws AppError `rate_limited`, `dependency_failed` */
  async open(payerId: string): Promise<BillingCustomerRow> {
    const known = await this.find(payerId);
    if (known !== null) {
      return known;
    }
    const person = await this.uow.run(Scope.global(), (tx) => this.customers.person(tx, payerId), { readOnly: true });
    if (person === null) {
      throw new AppError('unauthorized');
    }
    const customerId = await this.provider.createCustomer(payerId, person);
    return this.uow.run(Scope.global(), async (tx) => {
      await this.customers.add(tx, payerId, customerId);
      const row = await this.customers.find(tx, payerId);
      if (row === null) {
        throw new Error('The customer was not kept.');
      }
      return row;
    });
  }
}
