import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { BillingCustomersRepository } from './billing-customers.repository.ts';
import { BillingWorker } from './billing.worker.ts';
import { PaymentProvider } from './payment-provider.ts';

/** After these a subscription may have changed. Everything else is answered and ignored. */
const TELLING =
  /^(customer\.(deleted|subscription\.)|subscription_schedule\.|checkout\.session\.(completed|async_payment_)|invoice\.(paid|payment_))/;

/**
 * An event of the provider: once it is known to be theirs, its customer's subscription is to be read anew. What the event itself says about
 * it is not used: it may be old.
 */
@Injectable()
export class ReceiveEvent {
  constructor(
    private readonly uow: Uow,
    private readonly provider: PaymentProvider,
    private readonly customers: BillingCustomersRepository,
    private readonly worker: BillingWorker,
  ) {}

  /** @throws AppError `not_found` where nothing is paid, `invalid_signature` */
  async execute(body: Buffer, signature: string): Promise<{ received: true }> {
    const event = await this.provider.verify(body, signature);
    if (event === null) {
      metrics.billingEvents.add(1, { outcome: 'refused' });
      throw new AppError('invalid_signature');
    }
    const outcome = TELLING.test(event.type) ? await this.wake(event) : 'ignored';
    metrics.billingEvents.add(1, { outcome });
    return { received: true };
  }

  private async wake(event: { id: string; type: string; customerId: string | null }): Promise<string> {
    const outcome = await this.uow.run(Scope.global(), async (tx) => {
      const payerId = event.customerId === null ? null : await this.customers.findByCustomer(tx, event.customerId);
      if (payerId === null) {
        return 'ignored'; // a customer of something else that is sold there
      }
      if (!(await this.customers.addEvent(tx, event.id, event.type))) {
        return 'repeated';
      }
      await this.customers.wake(tx, payerId);
      return 'read';
    });
    if (outcome === 'read') {
      this.worker.wake();
    }
    return outcome;
  }
}
