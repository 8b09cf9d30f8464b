import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Stripe from 'stripe';
import { eventually } from '../../../harness/src/eventually.ts';
import { sandboxPayments } from '../environment.ts';
import { Harness } from '../testing/harness.ts';

/** By the official SDK, which reads and checks the answers as the product does. */
describe('the sandbox’s Stripe', () => {
  const h = new Harness();
  let stripe: Stripe;
  let product: Server;
  let refusals = 0;
  const received: { signature: string; body: string }[] = [];
  beforeAll(async () => {
    await h.start();
    product = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({
          signature: String(request.headers['stripe-signature']),
          body: Buffer.concat(chunks).toString(),
        });
        response.writeHead((refusals -= 1) >= 0 ? 503 : 200).end();
      });
    });
    await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve));
    await h.settings({ webhookUrl: `http://127.0.0.1:${(product.address() as AddressInfo).port}` });
    stripe = client(sandboxPayments({ origin: h.url('') })['STRIPE_SECRET_KEY'] ?? '');
  });
  afterAll(async () => {
    await h.stop();
    product.closeAllConnections();
    await new Promise((resolve) => product.close(resolve));
  });

  const client = (key: string): Stripe =>
    new Stripe(key, {
      telemetry: false,
      maxNetworkRetries: 0,
      httpClient: Stripe.createFetchHttpClient((input, init) => {
        const { pathname, search } = new URL(input instanceof Request ? input.url : input);
        return fetch(h.url(`/stripe${pathname}${search}`), init);
      }),
    });
  const order = async (key: string) => {
    const customer = await stripe.customers.create({ email: `${key}@example.com` });
    const { id: bought } = await stripe.products.create({ name: 'Postloom Pro' });
    const price = await stripe.prices.create({
      ...{ product: bought, currency: 'usd', unit_amount: 1900, recurring: { interval: 'month' } },
    });
    const session = () =>
      stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer: customer.id,
          line_items: [{ price: price.id, quantity: 1 }],
          success_url: 'http://shop.example/paid',
          cancel_url: 'http://shop.example/left',
        },
        { idempotencyKey: key },
      );
    return { customer, session };
  };
  const press = async (url: string | null, button: string) => {
    const answer = await h.call('POST', new URL(url ?? '').pathname, { form: { do: button } });
    return [answer.status, answer.headers.get('location')];
  };
  const subscriptionOf = async (customer: string) =>
    (await stripe.subscriptions.list({ customer, status: 'all' })).data[0];

  it('sells by its checkout page, which the bank may decline, and answers a repeated request with the same page', async () => {
    const { customer, session } = await order('first');
    const [first, again] = await Promise.all([session(), session()]);
    expect(again.id).toBe(first.id);
    expect(await press(first.url, 'back')).toEqual([302, 'http://shop.example/left']);
    await h.call('PUT', '/sandbox/stripe/declines', { json: { count: 1 } });
    expect(await press(first.url, 'pay')).toEqual([402, null]);
    expect(await subscriptionOf(customer.id)).toBeUndefined();
    expect(await press(first.url, 'pay')).toEqual([302, 'http://shop.example/paid']);
    expect(await subscriptionOf(customer.id)).toMatchObject({ status: 'active', cancel_at: null });
    expect(await press(first.url, 'pay')).toEqual([302, 'http://shop.example/paid']);
    expect((await stripe.invoices.list({ customer: customer.id })).data).toMatchObject([
      { status: 'paid', total: 1900 },
    ]);
  });

  it('signs its events as the SDK expects, and tells them again until they are taken', async () => {
    received.length = 0;
    refusals = 1;
    const { session } = await order('second');
    await press((await session()).url, 'pay');
    await eventually('each of four events, and one of them again', () => received.length >= 5, 10_000);
    const secret = sandboxPayments({ origin: '' })['STRIPE_WEBHOOK_SECRET'] ?? '';
    const types = received.map(({ signature, body }) => stripe.webhooks.constructEvent(body, signature, secret).type);
    expect(new Set(types)).toEqual(
      new Set([
        'customer.subscription.created',
        'invoice.paid',
        'customer.subscription.updated',
        'checkout.session.completed',
      ]),
    );
    const forged = createHmac('sha256', 'another').update('x').digest('hex');
    expect(() => stripe.webhooks.constructEvent('x', `t=1,v1=${forged}`, secret)).toThrow();
  });

  it('lets months pass: what was canceled ends, a declined payment is past due until it is tried again', async () => {
    const { customer, session } = await order('third');
    await press((await session()).url, 'pay');
    const id = (await subscriptionOf(customer.id))?.id ?? '';
    const act = (what: string) => h.call('POST', `/sandbox/stripe/subscriptions/${id}/${what}`, { json: {} });
    await h.call('PUT', '/sandbox/stripe/declines', { json: { count: 1 } });
    await act('advance');
    expect((await subscriptionOf(customer.id))?.status).toBe('past_due');
    await act('retry');
    expect((await subscriptionOf(customer.id))?.status).toBe('active');
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await act('advance');
    expect(await subscriptionOf(customer.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'cancellation_requested' },
    });
    expect((await h.call('POST', '/sandbox/stripe/subscriptions/sub_none/advance', { json: {} })).status).toBe(404);
  });

  it('plans a cheaper price for the next month by a schedule, which must go before the subscription may end', async () => {
    const { customer, session } = await order('cheaper');
    await press((await session()).url, 'pay');
    const subscription = await subscriptionOf(customer.id);
    const [id, item] = [subscription?.id ?? '', subscription?.items.data[0]];
    const cheaper = await stripe.prices.create({
      ...{ product: String(item?.price.product), currency: 'usd', unit_amount: 900, recurring: { interval: 'month' } },
    });
    const configuration = await stripe.billingPortal.configurations.create({ features: {} });
    const portal = await stripe.billingPortal.sessions.create({
      ...{ customer: customer.id, configuration: configuration.id, return_url: 'http://shop.example/account' },
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: {
          subscription: id,
          items: [{ id: item?.id ?? '', price: cheaper.id, quantity: 1 }],
        },
      },
    });
    expect(await press(portal.url, 'confirm')).toEqual([302, 'http://shop.example/account']);
    const planned = String((await subscriptionOf(customer.id))?.schedule);
    const schedule = await stripe.subscriptionSchedules.retrieve(planned, { expand: ['phases.items.price'] });
    expect(schedule.phases.map(({ items }) => items)).toMatchObject([
      [{ price: { unit_amount: 1900 } }],
      [{ price: { unit_amount: 900 } }],
    ]);
    expect(schedule.phases[1]?.start_date).toBe(schedule.current_phase?.end_date);
    const end = () => stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await expect(end()).rejects.toThrow('managed by the subscription schedule');
    await stripe.subscriptionSchedules.release(planned);
    await expect(stripe.subscriptionSchedules.retrieve(planned)).rejects.toThrow('No such subscription_schedule');
    expect(await end()).toMatchObject({ schedule: null, cancel_at_period_end: true });
  });

  it('refuses a wrong key, an unknown customer and a key of idempotency for something else', async () => {
    await expect(client('sk-wrong').customers.create({})).rejects.toMatchObject({ statusCode: 401 });
    await expect(stripe.subscriptions.list({ customer: 'cus_none' })).rejects.toMatchObject({
      code: 'resource_missing',
    });
    await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'once' });
    await expect(stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey: 'once' })).rejects.toMatchObject(
      { statusCode: 400 },
    );
  });

  it('keeps what it knows over a restart', async () => {
    const { customer, session } = await order('fourth');
    await press((await session()).url, 'pay');
    await h.sandbox.close();
    await h.open();
    expect((await subscriptionOf(customer.id))?.status).toBe('active');
  });
});
