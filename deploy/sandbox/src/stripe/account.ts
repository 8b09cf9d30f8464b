import type { Collection } from '../store/state-store.ts';
import { secret } from '../world/ids.ts';
import type { World } from '../world/world.ts';
import type { StripeEvents } from './events.ts';
import { nextMonth, shareLeft } from './objects.ts';
import type {
  CheckoutSession,
  Customer,
  Invoice,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  Subscription,
} from './objects.ts';

/** The Stripe account of the product: what is sold, who pays for what, and what happens when time passes. */
export class StripeAccount {
  readonly customers: Collection<Customer>;
  readonly products: Collection<Product>;
  readonly prices: Collection<Price>;
  readonly subscriptions: Collection<Subscription>;
  readonly invoices: Collection<Invoice>;
  readonly sessions: Collection<CheckoutSession>;
  readonly portals: Collection<PortalSession>;
  readonly configurations: Collection<PortalConfiguration>;
  /** Payments from now on that the bank declines. */
  declines = 0;
  readonly #world: World;
  readonly #events: StripeEvents;

  constructor(world: World, events: StripeEvents) {
    this.#world = world;
    this.#events = events;
    this.customers = world.kept('stripe-customers');
    this.products = world.kept('stripe-products');
    this.prices = world.kept('stripe-prices');
    this.subscriptions = world.kept('stripe-subscriptions');
    this.invoices = world.kept('stripe-invoices');
    this.sessions = world.kept('stripe-sessions');
    this.portals = world.kept('stripe-portals');
    this.configurations = world.kept('stripe-configurations');
  }

  get origin(): string {
    return `${this.#world.origin}/stripe`;
  }

  now(): number {
    return Math.floor(Date.now() / 1000);
  }

  subscriptionsOf(customer: string): Subscription[] {
    return [...this.subscriptions.values()].filter((one) => one.customer === customer).toReversed();
  }

  invoicesOf(customer: string): Invoice[] {
    return [...this.invoices.values()].filter((one) => one.customer === customer).toReversed();
  }

  /** The person pays on the checkout's page. False: the bank declines, and the page stays open. */
  async buy(session: CheckoutSession, taxId: string | null): Promise<boolean> {
    if (this.#declined()) {
      return false;
    }
    const now = this.now();
    const price = this.#price(session.sandbox_price);
    const subscription: Subscription = {
      ...{ id: secret('sub_'), object: 'subscription', created: now, customer: session.customer, status: 'active' },
      ...{ currency: price.currency, billing_cycle_anchor: now, cancel_at: null, cancel_at_period_end: false },
      ...{ canceled_at: null, ended_at: null, latest_invoice: null, metadata: session.sandbox_subscription_metadata },
      cancellation_details: { reason: null, comment: null, feedback: null },
      ...{ schedule: null, sandbox_next_price: null },
      items: {
        ...{ object: 'list', has_more: false },
        data: [
          {
            ...{ id: secret('si_'), object: 'subscription_item', price, quantity: 1 },
            ...{ current_period_start: now, current_period_end: nextMonth(now, now) },
          },
        ],
      },
    };
    const customer = this.customers.get(session.customer);
    if (customer !== undefined && taxId !== null) {
      await this.customers.set(customer.id, { ...customer, tax_id: taxId });
    }
    await this.subscriptions.set(subscription.id, subscription);
    await this.#events.happened('customer.subscription.created', subscription);
    const paid = await this.#charge(subscription, price.unit_amount, true);
    const complete: CheckoutSession = {
      ...session,
      ...{ status: 'complete', payment_status: 'paid', subscription: paid.id, url: null },
    };
    await this.sessions.set(session.id, complete);
    await this.#events.happened('checkout.session.completed', complete);
    return true;
  }

  /** A month passes: what was canceled ends, everybody else is charged. */
  async advance(id: string): Promise<Subscription> {
    const before = this.#subscription(id);
    if (before.status === 'canceled') {
      return before;
    }
    if (before.cancel_at_period_end) {
      return this.end(id, 'cancellation_requested');
    }
    const [item] = before.items.data;
    if (item === undefined) {
      return before;
    }
    const price = this.#price(before.sandbox_next_price ?? item.price.id);
    const renewed: Subscription = {
      ...before,
      ...{ schedule: null, sandbox_next_price: null },
      items: {
        ...before.items,
        data: [
          {
            ...{ ...item, price, current_period_start: item.current_period_end },
            current_period_end: nextMonth(item.current_period_end, before.billing_cycle_anchor),
          },
        ],
      },
    };
    return this.#charge(renewed, price.unit_amount, !this.#declined());
  }

  /** The open invoices are tried again: the card was changed, or some days have passed. */
  async retry(id: string): Promise<Subscription> {
    let subscription = this.#subscription(id);
    if (this.#declined()) {
      return subscription;
    }
    for (const invoice of this.invoicesOf(subscription.customer)) {
      if (invoice.status === 'open' && invoice.parent.subscription_details.subscription === id) {
        const paid: Invoice = { ...invoice, status: 'paid', amount_paid: invoice.total };
        await this.invoices.set(invoice.id, paid);
        await this.#events.happened('invoice.paid', paid);
      }
    }
    if (subscription.status === 'past_due') {
      subscription = { ...subscription, status: 'active' };
      await this.#changed(subscription);
    }
    return subscription;
  }

  /** Ends at once. */
  async end(id: string, reason: 'cancellation_requested' | 'payment_failed'): Promise<Subscription> {
    const now = this.now();
    const ended: Subscription = {
      ...this.#subscription(id),
      ...{ status: 'canceled', canceled_at: now, ended_at: now },
      cancellation_details: { reason, comment: null, feedback: null },
    };
    await this.subscriptions.set(id, ended);
    await this.#events.happened('customer.subscription.deleted', ended);
    return ended;
  }

  async endWithPeriod(id: string, ends: boolean): Promise<Subscription> {
    const before = this.#subscription(id);
    const changed: Subscription = {
      ...before,
      cancel_at_period_end: ends,
      cancel_at: ends ? (before.items.data[0]?.current_period_end ?? null) : null,
      canceled_at: ends ? this.now() : null,
      cancellation_details: { reason: ends ? 'cancellation_requested' : null, comment: null, feedback: null },
    };
    await this.#changed(changed);
    return changed;
  }

  /** A dearer price at once, what is left of the present month set off; a cheaper one from the next month on. */
  async change(id: string, priceId: string): Promise<Subscription> {
    const before = this.#subscription(id);
    const [item] = before.items.data;
    const price = this.#price(priceId);
    if (item === undefined || price.unit_amount < item.price.unit_amount) {
      const later: Subscription = {
        ...before,
        ...{ schedule: before.schedule ?? secret('sub_sched_'), sandbox_next_price: price.id },
      };
      await this.#changed(later);
      return later;
    }
    const changed: Subscription = { ...before, items: { ...before.items, data: [{ ...item, price }] } };
    return this.#charge(changed, this.difference(before, price), !this.#declined());
  }

  /** What is to become of a subscription, in phases. */
  schedule(id: string): object {
    const subscription = this.#scheduled(id);
    const {
      current_period_start: start,
      current_period_end: end,
      price,
    } = known(subscription.items.data[0], 'subscription_schedule', id);
    const later = this.#price(subscription.sandbox_next_price ?? price.id);
    const phase = (from: number, to: number, of: Price) => ({
      ...{ start_date: from, end_date: to, items: [{ price: of, quantity: 1 }] },
    });
    return {
      ...{ id, object: 'subscription_schedule', status: 'active', end_behavior: 'release' },
      ...{ customer: subscription.customer, subscription: subscription.id },
      current_phase: { start_date: start, end_date: end },
      phases: [phase(start, end, price), phase(end, nextMonth(end, subscription.billing_cycle_anchor), later)],
    };
  }

  /** The subscription goes on as it is. */
  async release(id: string): Promise<object> {
    const schedule = this.schedule(id);
    await this.#changed({ ...this.#scheduled(id), schedule: null, sandbox_next_price: null });
    return { ...schedule, status: 'released', current_phase: null };
  }

  #scheduled(id: string): Subscription {
    const found = [...this.subscriptions.values()].find(({ schedule }) => schedule === id);
    return known(found, 'subscription_schedule', id);
  }

  /** What a change to this price costs today. */
  difference(subscription: Subscription, price: Price): number {
    const [item] = subscription.items.data;
    return item === undefined
      ? price.unit_amount
      : Math.round((price.unit_amount - item.price.unit_amount) * shareLeft(item, this.now()));
  }

  #declined(): boolean {
    if (this.declines === 0) {
      return false;
    }
    this.declines -= 1;
    return true;
  }

  async #charge(subscription: Subscription, amount: number, succeeds: boolean): Promise<Subscription> {
    const [item] = subscription.items.data;
    const id = secret('in_');
    const invoice: Invoice = {
      ...{
        id,
        object: 'invoice',
        created: this.now(),
        customer: subscription.customer,
        currency: subscription.currency,
      },
      ...{ number: `SANDBOX-${String(this.invoices.size + 1).padStart(4, '0')}`, status: succeeds ? 'paid' : 'open' },
      ...{ amount_due: amount, amount_paid: succeeds ? amount : 0, total: amount },
      ...{ period_start: item?.current_period_start ?? 0, period_end: item?.current_period_end ?? 0 },
      ...{ hosted_invoice_url: `${this.origin}/invoices/${id}`, invoice_pdf: null },
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
      lines: { object: 'list', data: [], has_more: false },
    };
    await this.invoices.set(id, invoice);
    const charged: Subscription = {
      ...subscription,
      ...{ status: succeeds ? 'active' : 'past_due', latest_invoice: id },
    };
    await this.subscriptions.set(charged.id, charged);
    await this.#events.happened(succeeds ? 'invoice.paid' : 'invoice.payment_failed', invoice);
    await this.#events.happened('customer.subscription.updated', charged);
    return charged;
  }

  async #changed(subscription: Subscription): Promise<void> {
    await this.subscriptions.set(subscription.id, subscription);
    await this.#events.happened('customer.subscription.updated', subscription);
  }

  #subscription(id: string): Subscription {
    return known(this.subscriptions.get(id), 'subscription', id);
  }

  #price(id: string): Price {
    return known(this.prices.get(id), 'price', id);
  }
}

/** There is no such thing; answered as Stripe does. */
export class NoSuch extends Error {
  readonly what: string;
  readonly id: string;

  constructor(what: string, id: string) {
    super(`No such ${what}: '${id}'`);
    this.what = what;
    this.id = id;
  }
}

export function known<T>(value: T | undefined, what: string, id: string): T {
  if (value === undefined) {
    throw new NoSuch(what, id);
  }
  return value;
}
