import { Controller } from '@nestjs/common';
import { billingRpc } from '@postloom/contracts';
import type { ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { signedIn } from '../users/index.ts';
import { ChoosePlan } from './choose-plan.ts';
import { ReadBilling } from './read-billing.ts';
import { ReceiveEvent } from './receive-event.ts';

@Controller()
export class BillingRpc {
  constructor(
    private readonly choosePlan: ChoosePlan,
    private readonly readBilling: ReadBilling,
    private readonly receiveEvent: ReceiveEvent,
  ) {}

  @Rpc(billingRpc.planChoose)
  choose(input: ParsedInputOf<typeof billingRpc.planChoose>, context: RpcContext) {
    return this.choosePlan.execute(signedIn(context), input.tier);
  }

  @Rpc(billingRpc.planPreview)
  preview(input: ParsedInputOf<typeof billingRpc.planPreview>, context: RpcContext) {
    return this.readBilling.preview(signedIn(context), input.tier);
  }

  @Rpc(billingRpc.billingGet)
  billing(_input: object, context: RpcContext) {
    return this.readBilling.billing(signedIn(context));
  }

  @Rpc(billingRpc.billingInvoices)
  invoices(_input: object, context: RpcContext) {
    return this.readBilling.invoices(signedIn(context));
  }

  @Rpc(billingRpc.billingPortal)
  portal(_input: object, context: RpcContext) {
    return this.readBilling.portal(signedIn(context));
  }

  @Rpc(billingRpc.billingWebhook)
  webhook({ signature, body }: ParsedInputOf<typeof billingRpc.billingWebhook>) {
    return this.receiveEvent.execute(Buffer.from(body, 'base64'), signature);
  }
}
