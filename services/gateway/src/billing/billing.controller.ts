import { Controller, Req } from '@nestjs/common';
import { billingRpc, routes } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import { bytesOf, Input, Route, Who } from '../http/index.ts';
import type { GatewayRequest, InputFor } from '../http/index.ts';

const LONGEST_SIGNATURE = 1_000;

/** Payments. Identity holds the keys: it verifies the provider's events and makes the links to the provider's pages. */
@Controller()
export class BillingController {
  constructor(private readonly rpc: Rpc) {}

  @Route(routes.billing)
  billing(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(billingRpc.billingGet, {}, caller);
  }

  @Route(routes.billingInvoices)
  invoices(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(billingRpc.billingInvoices, {}, caller);
  }

  @Route(routes.billingPreview)
  preview(@Input() { query }: InputFor<typeof routes.billingPreview>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(billingRpc.planPreview, query, caller);
  }

  @Route(routes.billingPortal)
  portal(@Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(billingRpc.billingPortal, {}, caller);
  }

  /** The bytes go on as they came: Stripe signs bytes. */
  @Route(routes.stripeWebhook)
  stripe(@Req() request: GatewayRequest, @Who() caller: Caller): Promise<Uint8Array> {
    const header = request.headers['stripe-signature'];
    const signature = typeof header === 'string' && header.length <= LONGEST_SIGNATURE ? header : '';
    return this.rpc.raw(billingRpc.billingWebhook, { signature, body: bytesOf(request).toString('base64') }, caller);
  }
}
