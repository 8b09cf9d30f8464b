import { Module } from '@nestjs/common';
import { MailModule } from '../mail/index.ts';
import { NotificationsModule } from '../notifications/index.ts';
import { PlansModule } from '../plans/index.ts';
import { BillingCustomersClaims } from './billing-customers.claims.ts';
import { BillingCustomersRepository } from './billing-customers.repository.ts';
import { BillingRpc } from './billing.rpc.ts';
import { BillingWorker } from './billing.worker.ts';
import { ChoosePlan } from './choose-plan.ts';
import { LeaversClaims } from './leavers.claims.ts';
import { LeaversWorker } from './leavers.worker.ts';
import { Payer } from './payer.ts';
import { PaymentProvider } from './payment-provider.ts';
import { ReadBilling } from './read-billing.ts';
import { ReadSubscription } from './read-subscription.ts';
import { ReceiveEvent } from './receive-event.ts';

@Module({
  imports: [PlansModule, NotificationsModule, MailModule],
  controllers: [BillingRpc],
  providers: [
    ...[PaymentProvider, BillingCustomersRepository, BillingCustomersClaims, Payer],
    ...[ChoosePlan, ReadBilling, ReceiveEvent, ReadSubscription, BillingWorker],
    ...[LeaversClaims, LeaversWorker],
  ],
})
export class BillingModule {}
