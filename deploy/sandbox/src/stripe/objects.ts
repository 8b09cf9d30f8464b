/** The parts of Stripe's objects that an integration of subscriptions reads, in Stripe's own shape. */

export interface Customer {
  readonly id: string;
  readonly object: 'customer';
  readonly created: number;
  readonly email: string | null;
  readonly name: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tax_id: string | null;
}

export interface Product {
  readonly id: string;
  readonly object: 'product';
  readonly name: string;
  readonly active: boolean;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface Price {
  readonly id: string;
  readonly object: 'price';
  readonly active: boolean;
  readonly product: string;
  readonly currency: string;
  readonly unit_amount: number;
  readonly type: 'recurring';
  readonly recurring: { readonly interval: 'month'; readonly interval_count: 1 };
  readonly lookup_key: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface SubscriptionItem {
  readonly id: string;
  readonly object: 'subscription_item';
  readonly price: Price;
  readonly quantity: number;
  readonly current_period_start: number;
  readonly current_period_end: number;
}

export type SubscriptionStatus = 'active' | 'past_due' | 'canceled';

export interface Subscription {
  readonly id: string;
  readonly object: 'subscription';
  readonly created: number;
  readonly customer: string;
  readonly status: SubscriptionStatus;
  readonly currency: string;
  readonly billing_cycle_anchor: number;
  readonly cancel_at: number | null;
  readonly cancel_at_period_end: boolean;
  readonly canceled_at: number | null;
  readonly ended_at: number | null;
  readonly cancellation_details: { readonly reason: string | null; readonly comment: null; readonly feedback: null };
  readonly items: { readonly object: 'list'; readonly data: readonly SubscriptionItem[]; readonly has_more: false };
  readonly latest_invoice: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** The schedule that changes the price with the next month. */
  readonly schedule: string | null;
  /** The sandbox's own: the price from the next month on. */
  readonly sandbox_next_price: string | null;
}

export interface Invoice {
  readonly id: string;
  readonly object: 'invoice';
  readonly created: number;
  readonly customer: string;
  readonly number: string;
  readonly status: 'open' | 'paid' | 'void';
  readonly currency: string;
  readonly amount_due: number;
  readonly amount_paid: number;
  readonly total: number;
  readonly period_start: number;
  readonly period_end: number;
  readonly hosted_invoice_url: string;
  readonly invoice_pdf: null;
  readonly parent: {
    readonly type: 'subscription_details';
    readonly subscription_details: { readonly subscription: string };
  };
  readonly lines: { readonly object: 'list'; readonly data: readonly []; readonly has_more: false };
}

export interface CheckoutSession {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly created: number;
  readonly expires_at: number;
  readonly customer: string;
  readonly mode: 'subscription';
  readonly status: 'open' | 'complete' | 'expired';
  readonly payment_status: 'unpaid' | 'paid';
  readonly url: string | null;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly client_reference_id: string | null;
  readonly subscription: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** The sandbox's own. */
  readonly sandbox_price: string;
  readonly sandbox_subscription_metadata: Readonly<Record<string, string>>;
  readonly sandbox_tax_id: boolean;
}

export interface PortalConfiguration {
  readonly id: string;
  readonly object: 'billing_portal.configuration';
  readonly active: boolean;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface PortalSession {
  readonly id: string;
  readonly object: 'billing_portal.session';
  readonly created: number;
  readonly customer: string;
  readonly return_url: string;
  readonly url: string;
  /** The change that the person is to confirm. */
  readonly sandbox_change: { readonly subscription: string; readonly price: string; readonly back: string } | null;
}

export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly api_version: string;
  readonly created: number;
  readonly type: string;
  readonly data: { readonly object: object };
  readonly livemode: false;
}

/** One calendar month later, on the anchor's day or the month's last. */
export function nextMonth(seconds: number, anchor: number): number {
  const [from, day] = [new Date(seconds * 1000), new Date(anchor * 1000).getUTCDate()];
  const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 2, 0)).getUTCDate();
  const next = new Date(from);
  next.setUTCDate(1);
  next.setUTCMonth(from.getUTCMonth() + 1);
  next.setUTCDate(Math.min(day, last));
  return Math.floor(next.getTime() / 1000);
}

/** What of a month's price is left to pay from now on. */
export function shareLeft(item: SubscriptionItem, now: number): number {
  const length = item.current_period_end - item.current_period_start;
  return Math.min(1, Math.max(0, (item.current_period_end - now) / length));
}
