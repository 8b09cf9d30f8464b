import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { HttpClient, Logger, sdkFetch } from '@postloom/chassis';
import { AppError, planCatalogue } from '@postloom/contracts';
import type { Invoice, PaidTier, PlanPreview, Tier } from '@postloom/contracts';
import type { Stripe } from 'stripe';
import { config } from '../config.ts';
import { openCatalogue } from './stripe-catalogue.ts';
import type { StripeCatalogue } from './stripe-catalogue.ts';
import type { SubscriptionState } from './subscription-state.ts';

/** Of one call; the SDK tries once more where that is safe. */
const CALL_TIMEOUT_MS = 6_000;
/** A page of a hundred invoices or subscriptions with everything around them stays far below. */
const MOST_ANSWER_BYTES = 4 * 1024 * 1024;
/** Age of an event that is still believed; Stripe signs each delivery anew. */
const EVENT_TOLERANCE_SECONDS = 300;
const MOST_LISTED = 100;

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly customerId: string | null;
}

/** Stripe, by its own SDK. Every outgoing call goes through our client, with its guards and limits. */
@Injectable()
export class PaymentProvider implements OnModuleInit {
  private client: Promise<Stripe> | undefined;
  private clientKey: string | undefined;
  private catalogue: Promise<StripeCatalogue> | undefined;

  constructor(
    private readonly http: HttpClient,
    private readonly logger: Logger,
  ) {}

  get isOn(): boolean {
    return config.stripeSecretKey !== undefined;
  }

  onModuleInit(): void {
    if ((config.stripeSecretKey === undefined) !== (config.stripeWebhookSecret === undefined)) {
      throw new Error('Set both STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or neither.');
    }
  }

  /** The event that these bytes are, when Stripe signed them a moment ago; else null. @throws AppError `not_found` where payments are off */
  async verify(body: Buffer, signature: string): Promise<ProviderEvent | null> {
    const secret = config.stripeWebhookSecret;
    if (secret === undefined) {
      throw new AppError('not_found');
    }
    const stripe = await this.connect();
    try {
      const { id, type, data } = stripe.webhooks.constructEvent(body, signature, secret, EVENT_TOLERANCE_SECONDS);
      return { id, type, customerId: customerOf(type, data.object) };
    } catch (error) {
      this.logger.info('A message that claims to be from Stripe was refused', { reason: nameOf(error) });
      return null;
    }
  }

  /** The same person gets the same customer, also when two requests are at it. */
  createCustomer(payerId: string, { email, name }: { email: string; name: string | null }): Promise<string> {
    return this.call(async (stripe) => {
      const customer = await stripe.customers.create(
        { email, ...(name !== null && { name }), metadata: { payerId } },
        { idempotencyKey: `customer-${payerId}` },
      );
      return customer.id;
    });
  }

  /** Ends what they pay for, too. One that is gone already is fine. */
  deleteCustomer(customerId: string): Promise<void> {
    return this.call(async (stripe) => {
      try {
        await stripe.customers.del(customerId);
      } catch (error) {
        if (!isMissing(error)) {
          throw error;
        }
      }
    });
  }

  /** All that the customer ever had, newest first, with what is planned for them; a customer that was deleted there has none. */
  subscriptions(customerId: string): Promise<readonly Stripe.Subscription[]> {
    return this.call(async (stripe) => {
      try {
        const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: MOST_LISTED });
        return await Promise.all(data.map((one) => withSchedule(stripe, one)));
      } catch (error) {
        if (isMissing(error)) {
          return [];
        }
        throw error;
      }
    });
  }

  /** The page on which a plan is bought. Requests with the same number get the same page. */
  checkout(order: {
    payerId: string;
    customerId: string;
    tier: PaidTier;
    number: number;
  }): Promise<{ id: string; url: string }> {
    return this.call(async (stripe) => {
      const { prices } = await this.offers(stripe);
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer: order.customerId,
          client_reference_id: order.payerId,
          line_items: [{ price: prices[order.tier].id, quantity: 1 }],
          success_url: ownPage('?checkout=paid'),
          cancel_url: ownPage('?checkout=left'),
          tax_id_collection: { enabled: true },
          customer_update: { address: 'auto', name: 'auto' },
          billing_address_collection: 'auto',
          automatic_tax: { enabled: config.stripeAutomaticTax },
          subscription_data: { metadata: { payerId: order.payerId } },
        },
        { idempotencyKey: `checkout-${order.payerId}-${order.number}` },
      );
      return { id: session.id, url: required(session.url) };
    });
  }

  /** A page that must not be paid any more; one that was paid or is over stays as it is. */
  closeCheckout(checkoutId: string): Promise<void> {
    return this.call(async (stripe) => {
      try {
        await stripe.checkout.sessions.expire(checkoutId);
      } catch (error) {
        if (!isRefusal(error)) {
          throw error;
        }
      }
    });
  }

  /** The page where cards, addresses and tax ids are changed. */
  portal(customerId: string): Promise<string> {
    return this.call(async (stripe) => {
      const { portalConfiguration } = await this.offers(stripe);
      const session = await stripe.billingPortal.sessions.create({
        customer: customerId,
        configuration: portalConfiguration,
        return_url: ownPage(''),
      });
      return session.url;
    });
  }

  /** The page on which a change between two paid plans is confirmed. A larger one begins at once, a smaller one with the next month. */
  planChange(customerId: string, state: SubscriptionState, tier: PaidTier): Promise<string> {
    const outcome = isSmaller(tier, state) ? 'later' : 'paid';
    return this.call(async (stripe) => {
      const { prices, portalConfiguration } = await this.offers(stripe);
      const session = await stripe.billingPortal.sessions.create({
        customer: customerId,
        configuration: portalConfiguration,
        return_url: ownPage(''),
        flow_data: {
          type: 'subscription_update_confirm',
          after_completion: { type: 'redirect', redirect: { return_url: ownPage(`?checkout=${outcome}`) } },
          subscription_update_confirm: {
            subscription: required(state.subscriptionId),
            items: [{ id: required(state.itemId), price: prices[tier].id, quantity: 1 }],
          },
        },
      });
      return session.url;
    });
  }

  /** Ends with the month that is paid, or goes on after all. */
  endWithPeriod(subscriptionId: string, ends: boolean): Promise<void> {
    return this.call(async (stripe) => {
      await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: ends });
    });
  }

  /** What was planned for the coming months is taken back: the subscription goes on as it is. */
  endSchedule(scheduleId: string): Promise<void> {
    return this.call(async (stripe) => {
      await stripe.subscriptionSchedules.release(scheduleId);
    });
  }

  invoices(customerId: string): Promise<Invoice[]> {
    return this.call(async (stripe) => {
      const { data } = await stripe.invoices.list({ customer: customerId, limit: MOST_LISTED });
      return data.map(toInvoice);
    });
  }

  /** What the plan would cost from today on. */
  preview(customerId: string | null, state: SubscriptionState | null, tier: PaidTier): Promise<PlanPreview> {
    return this.call(async (stripe) => {
      const { prices } = await this.offers(stripe);
      const { id: price, unit_amount: perMonth, currency } = prices[tier];
      const cost = { tier, perMonth: perMonth ?? 0, currency, startsAt: null };
      const { subscriptionId = null, itemId = null, renewsAt = null } = state ?? {};
      if (customerId === null || subscriptionId === null || itemId === null || renewsAt === null) {
        return { ...cost, dueNow: cost.perMonth };
      }
      if (state !== null && isSmaller(tier, state)) {
        return { ...cost, dueNow: 0, startsAt: renewsAt.toISOString() };
      }
      const invoice = await stripe.invoices.createPreview({
        customer: customerId,
        subscription: subscriptionId,
        subscription_details: { items: [{ id: itemId, price }], proration_behavior: 'always_invoice' },
      });
      return { ...cost, dueNow: invoice.amount_due, currency: invoice.currency };
    });
  }

  /** @throws AppError `dependency_failed` */
  private async call<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    try {
      return await work(await this.connect());
    } catch (error) {
      this.logger.warn('A call to Stripe failed', { reason: nameOf(error) });
      throw new AppError('dependency_failed', 'The payment provider did not respond properly. Please try again.', {
        cause: error,
      });
    }
  }

  /** Products and prices, made on first use; asked for again after a failure. */
  private offers(stripe: Stripe): Promise<StripeCatalogue> {
    this.catalogue ??= openCatalogue(stripe, ownPage('')).catch((error: unknown) => {
      this.catalogue = undefined;
      throw error;
    });
    return this.catalogue;
  }

  /** With the key of now. The SDK is loaded with the first call, because an installation without payments need not spend its memory. */
  private connect(): Promise<Stripe> {
    const key = required(config.stripeSecretKey);
    if (this.client !== undefined && this.clientKey === key) {
      return this.client;
    }
    this.clientKey = key;
    this.client = import('stripe').then(({ default: Client }) => {
      const base = config.stripeApiUrl.replace(/\/+$/, '');
      const send = sdkFetch(this.http, { longestMs: CALL_TIMEOUT_MS, mostBytes: MOST_ANSWER_BYTES });
      return new Client(key, {
        timeout: CALL_TIMEOUT_MS,
        maxNetworkRetries: 1,
        telemetry: false,
        httpClient: Client.createFetchHttpClient((input, init) => {
          const { pathname, search } = new URL(input instanceof Request ? input.url : input);
          return send(`${base}${pathname}${search}`, init);
        }),
      });
    });
    return this.client;
  }
}

/** Where the person comes back to. */
function ownPage(query: string): string {
  return `${config.publicUrl.replace(/\/+$/, '')}/settings${query}#subscription`;
}

/** The schedule is read by a call of its own: its prices lie deeper than a list may be asked to go. */
async function withSchedule(stripe: Stripe, subscription: Stripe.Subscription): Promise<Stripe.Subscription> {
  if (typeof subscription.schedule !== 'string') {
    return subscription;
  }
  const expand = ['phases.items.price'];
  return { ...subscription, schedule: await stripe.subscriptionSchedules.retrieve(subscription.schedule, { expand }) };
}

function customerOf(type: string, object: object): string | null {
  const { id, customer } = object as { id?: unknown; customer?: unknown };
  const named = type.startsWith('customer.') && !type.startsWith('customer.subscription.') ? id : customer;
  if (typeof named === 'string') {
    return named;
  }
  const { id: expanded } = (named ?? {}) as { id?: unknown };
  return typeof expanded === 'string' ? expanded : null;
}

function toInvoice(invoice: Stripe.Invoice): Invoice {
  return {
    id: required(invoice.id),
    number: invoice.number,
    status: (invoice.status ?? 'draft') as Invoice['status'],
    total: invoice.total,
    currency: invoice.currency,
    createdAt: new Date(invoice.created * 1_000).toISOString(),
    url: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
  };
}

const monthlyPrice = (tier: Tier): number => planCatalogue[tier].monthlyPrice;
const isSmaller = (tier: PaidTier, than: SubscriptionState): boolean =>
  monthlyPrice(tier) < monthlyPrice(than.tier ?? 'free');

/** There is no such thing at Stripe, or no longer. */
function isMissing(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'resource_missing';
}

/** The request was understood and declined; trying again changes nothing. */
function isRefusal(error: unknown): boolean {
  const { statusCode } = error as { statusCode?: unknown };
  return statusCode === 400 || statusCode === 404;
}

/** The kind of failure without its text, which may name people. */
function nameOf(error: unknown): string {
  const { type, code, name } = error as { type?: unknown; code?: unknown; name?: unknown };
  return [type ?? name, code].filter((part) => typeof part === 'string').join(' ') || 'unknown';
}

function required<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) {
    throw new Error('Stripe’s answer lacks a part that it always has.');
  }
  return value;
}
