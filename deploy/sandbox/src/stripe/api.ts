import type { Fault } from '../control/faults.ts';
import { bearer } from '../http/call.ts';
import type { Call } from '../http/call.ts';
import { Refusal, json } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Route } from '../http/router.ts';
import { secret } from '../world/ids.ts';
import { known, NoSuch } from './account.ts';
import type { StripeAccount } from './account.ts';
import { stripeCredentials } from './credentials.ts';
import { part, text, texts, tree } from './form.ts';
import type { FormObject } from './form.ts';
import type { CheckoutSession, PortalConfiguration, PortalSession, Price, Product } from './objects.ts';

const DAY_SECONDS = 86_400;

/** An error in Stripe's form. */
export function failure(status: number, type: string, message: string, code?: string): Reply {
  return json({ error: { type, message, ...(code !== undefined && { code }) } }, status);
}

export function refusalOf(fault: Fault): Reply {
  switch (fault.mode) {
    case 'rate_limit':
      return failure(429, 'invalid_request_error', 'Too many requests hit the API too quickly.', 'rate_limit');
    case 'token_revoked':
      return failure(401, 'invalid_request_error', 'Invalid API Key provided.');
    default:
      return failure(fault.status ?? 500, 'api_error', 'An unknown error occurred.');
  }
}

function bad(message: string, parameter: string): never {
  throw new Refusal(
    json({ error: { type: 'invalid_request_error', message, param: parameter, code: 'parameter_missing' } }, 400),
  );
}

function required(form: FormObject, ...path: string[]): string {
  return text(form, ...path) ?? bad(`Missing required param: ${path.join('.')}.`, path.join('.'));
}

const list = (url: string, data: readonly unknown[]): Reply => json({ object: 'list', url, has_more: false, data });

/** The calls of Stripe's API that an integration of subscriptions makes. */
export function apiRoutes(account: StripeAccount): Route[] {
  /** Answers of calls with an idempotency key, by key. */
  const answers = new Map<string, { request: string; reply: Promise<Reply> }>();
  const repeatable = (call: Call, work: () => Promise<Reply>): Promise<Reply> => {
    const key = call.headers['idempotency-key'];
    if (typeof key !== 'string' || call.method !== 'POST') {
      return work();
    }
    const request = `${call.path} ${JSON.stringify(call.body.fields)}`;
    const before = answers.get(key);
    if (before === undefined) {
      const reply = work();
      answers.set(key, { request, reply });
      reply.catch(() => answers.delete(key)); // a refused call may be repeated with the same key
      return reply;
    }
    if (before.request !== request) {
      throw new Refusal(
        failure(400, 'idempotency_error', 'Keys for idempotent requests can only be used with the same parameters.'),
      );
    }
    return before.reply;
  };
  const route = (
    method: string,
    path: string,
    handle: (call: Call, form: FormObject) => Promise<Reply> | Reply,
  ): Route => ({
    method,
    path: `/stripe/v1${path}`,
    kind: method === 'GET' ? 'read' : 'publish',
    handle: async (call) => {
      if (bearer(call) !== stripeCredentials.secretKey) {
        throw new Refusal(failure(401, 'invalid_request_error', 'Invalid API Key provided.'));
      }
      const form = tree(method === 'GET' ? Object.fromEntries(call.query) : call.body.fields);
      try {
        return await repeatable(call, async () => handle(call, form));
      } catch (error) {
        if (error instanceof NoSuch) {
          return failure(404, 'invalid_request_error', error.message, 'resource_missing');
        }
        throw error;
      }
    },
  });
  const id = (call: Call): string => call.params['id'] ?? '';

  return [
    route('POST', '/customers', async (_call, form) => {
      const customer = {
        ...{ id: secret('cus_'), object: 'customer' as const, created: account.now(), tax_id: null },
        ...{ email: text(form, 'email') ?? null, name: text(form, 'name') ?? null },
        metadata: texts(part(form, 'metadata')),
      };
      await account.customers.set(customer.id, customer);
      return json(customer);
    }),
    route('GET', '/customers/:id', (call) => json(known(account.customers.get(id(call)), 'customer', id(call)))),
    route('DELETE', '/customers/:id', async (call) => {
      const customer = known(account.customers.get(id(call)), 'customer', id(call));
      for (const subscription of account.subscriptionsOf(customer.id)) {
        if (subscription.status !== 'canceled') {
          await account.end(subscription.id, 'cancellation_requested');
        }
      }
      await account.customers.delete(customer.id);
      return json({ id: customer.id, object: 'customer', deleted: true });
    }),
    route('POST', '/products', async (_call, form) => {
      const product: Product = {
        ...{ id: text(form, 'id') ?? secret('prod_'), object: 'product', active: true },
        ...{ name: required(form, 'name'), metadata: texts(part(form, 'metadata')) },
      };
      if (account.products.get(product.id) !== undefined) {
        return failure(400, 'invalid_request_error', 'Product already exists.', 'resource_already_exists');
      }
      await account.products.set(product.id, product);
      return json(product);
    }),
    route('GET', '/prices', (_call, form) => {
      const keys = Object.values(texts(part(form, 'lookup_keys')));
      const prices = [...account.prices.values()].filter(
        ({ lookup_key: key }) => keys.length === 0 || (key !== null && keys.includes(key)),
      );
      return list('/v1/prices', prices);
    }),
    route('POST', '/prices', (_call, form) => createPrice(account, form)),
    route('POST', '/checkout/sessions', (_call, form) => createCheckout(account, form)),
    route('GET', '/checkout/sessions/:id', (call) =>
      json(known(account.sessions.get(id(call)), 'checkout.session', id(call))),
    ),
    route('POST', '/checkout/sessions/:id/expire', async (call) => {
      const session = known(account.sessions.get(id(call)), 'checkout.session', id(call));
      if (session.status !== 'open') {
        return failure(400, 'invalid_request_error', `Only open sessions can be expired; this is ${session.status}.`);
      }
      const expired: CheckoutSession = { ...session, status: 'expired', url: null };
      await account.sessions.set(session.id, expired);
      return json(expired);
    }),
    route('GET', '/subscriptions', (_call, form) => {
      const customer = required(form, 'customer');
      known(account.customers.get(customer), 'customer', customer);
      const all = account.subscriptionsOf(customer);
      return list(
        '/v1/subscriptions',
        text(form, 'status') === 'all' ? all : all.filter(({ status }) => status !== 'canceled'),
      );
    }),
    route('GET', '/subscriptions/:id', (call) =>
      json(known(account.subscriptions.get(id(call)), 'subscription', id(call))),
    ),
    route('POST', '/subscriptions/:id', async (call, form) => {
      const subscription = known(account.subscriptions.get(id(call)), 'subscription', id(call));
      if (subscription.status === 'canceled') {
        return failure(400, 'invalid_request_error', 'A canceled subscription can only update its details.');
      }
      const ends = text(form, 'cancel_at_period_end');
      if (ends !== undefined && subscription.schedule) {
        return failure(
          400,
          'invalid_request_error',
          `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
        );
      }
      return json(ends === undefined ? subscription : await account.endWithPeriod(subscription.id, ends === 'true'));
    }),
    route('DELETE', '/subscriptions/:id', async (call) => json(await account.end(id(call), 'cancellation_requested'))),
    route('GET', '/subscription_schedules/:id', (call) => json(account.schedule(id(call)))),
    route('POST', '/subscription_schedules/:id/release', async (call) => json(await account.release(id(call)))),
    route('GET', '/invoices', (_call, form) => list('/v1/invoices', account.invoicesOf(required(form, 'customer')))),
    route('POST', '/invoices/create_preview', (_call, form) => preview(account, form)),
    route('GET', '/billing_portal/configurations', () =>
      list('/v1/billing_portal/configurations', [...account.configurations.values()]),
    ),
    route('POST', '/billing_portal/configurations', async (_call, form) => {
      const configuration: PortalConfiguration = {
        ...{ id: secret('bpc_'), object: 'billing_portal.configuration', active: true },
        metadata: texts(part(form, 'metadata')),
      };
      await account.configurations.set(configuration.id, configuration);
      return json(configuration);
    }),
    route('POST', '/billing_portal/sessions', (_call, form) => createPortal(account, form)),
  ];
}

async function createPrice(account: StripeAccount, form: FormObject): Promise<Reply> {
  const product = required(form, 'product');
  known(account.products.get(product), 'product', product);
  const key = text(form, 'lookup_key') ?? null;
  const holder = [...account.prices.values()].find((price) => key !== null && price.lookup_key === key);
  if (holder !== undefined) {
    if (text(form, 'transfer_lookup_key') !== 'true') {
      return failure(400, 'invalid_request_error', 'A price already uses that lookup key.');
    }
    await account.prices.set(holder.id, { ...holder, lookup_key: null });
  }
  const price: Price = {
    ...{ id: secret('price_'), object: 'price', active: true, product, type: 'recurring', lookup_key: key },
    ...{ currency: required(form, 'currency'), unit_amount: Number(required(form, 'unit_amount')) },
    recurring: { interval: 'month', interval_count: 1 },
    metadata: texts(part(form, 'metadata')),
  };
  await account.prices.set(price.id, price);
  return json(price);
}

async function createCheckout(account: StripeAccount, form: FormObject): Promise<Reply> {
  const customer = required(form, 'customer');
  known(account.customers.get(customer), 'customer', customer);
  if (required(form, 'mode') !== 'subscription') {
    return bad('The sandbox sells subscriptions only.', 'mode');
  }
  const price = required(form, 'line_items', '0', 'price');
  known(account.prices.get(price), 'price', price);
  const [session, now] = [secret('cs_test_'), account.now()];
  const made: CheckoutSession = {
    ...{ id: session, object: 'checkout.session', created: now, expires_at: now + DAY_SECONDS, customer },
    ...{ mode: 'subscription', status: 'open', payment_status: 'unpaid', subscription: null },
    ...{ url: `${account.origin}/checkout/${session}`, metadata: texts(part(form, 'metadata')) },
    ...{ success_url: required(form, 'success_url'), cancel_url: required(form, 'cancel_url') },
    ...{ client_reference_id: text(form, 'client_reference_id') ?? null, sandbox_price: price },
    sandbox_subscription_metadata: texts(part(form, 'subscription_data', 'metadata')),
    sandbox_tax_id: text(form, 'tax_id_collection', 'enabled') === 'true',
  };
  await account.sessions.set(made.id, made);
  return json(made);
}

function preview(account: StripeAccount, form: FormObject): Reply {
  const id = required(form, 'subscription');
  const subscription = known(account.subscriptions.get(id), 'subscription', id);
  const priceId = required(form, 'subscription_details', 'items', '0', 'price');
  const amount = account.difference(subscription, known(account.prices.get(priceId), 'price', priceId));
  return json({
    ...{ id: secret('upcoming_in_'), object: 'invoice', customer: subscription.customer, created: account.now() },
    ...{ currency: subscription.currency, total: amount, amount_due: Math.max(0, amount), status: 'draft' },
    lines: { object: 'list', data: [], has_more: false },
  });
}

async function createPortal(account: StripeAccount, form: FormObject): Promise<Reply> {
  const customer = required(form, 'customer');
  known(account.customers.get(customer), 'customer', customer);
  const configuration = required(form, 'configuration');
  known(account.configurations.get(configuration), 'billing_portal.configuration', configuration);
  const id = secret('bps_');
  const flow = part(form, 'flow_data');
  const isChange = text(flow, 'type') === 'subscription_update_confirm';
  const session: PortalSession = {
    ...{ id, object: 'billing_portal.session', created: account.now(), customer },
    ...{ return_url: required(form, 'return_url'), url: `${account.origin}/portal/${id}` },
    sandbox_change: isChange
      ? {
          subscription: required(flow, 'subscription_update_confirm', 'subscription'),
          price: required(flow, 'subscription_update_confirm', 'items', '0', 'price'),
          back: text(flow, 'after_completion', 'redirect', 'return_url') ?? required(form, 'return_url'),
        }
      : null,
  };
  await account.portals.set(id, session);
  return json(session);
}
