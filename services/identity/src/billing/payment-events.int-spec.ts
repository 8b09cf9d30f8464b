import { describe, expect, it } from '@jest/globals';
import { codeOf } from '../testing/identity-under-test.ts';
import { paymentsUnderTest } from './testing/payments-under-test.ts';

const payments = paymentsUnderTest();
const { receive, choose, billing, plan, isOn, checkoutUrl, subscribe, titles, planEvents } = payments;
const { readAgain, wasRead, signUpAlone } = payments;

describe('events', () => {
  it('are believed only when Stripe signed them a moment ago', async () => {
    const subscription = await subscribe('pro');
    await payments.stripe.hold();
    await payments.stripe.advance(subscription.id);
    const [event] = (await payments.stripe.all()).events;
    expect(await payments.stripe.send(event?.id ?? '', { forged: true })).toEqual([400]);
    expect(await payments.stripe.send(event?.id ?? '', { ageSeconds: 301 })).toEqual([400]);
    for (const signature of ['', 't=1,v1=00', 'v1=', `t=${Math.floor(Date.now() / 1000)}`]) {
      expect(await codeOf(receive(Buffer.from('{"id":"evt_1"}'), signature))).toBe('invalid_signature');
    }
    const known = await payments.identity.sql('SELECT 1 AS row FROM billing_events WHERE id = $1', [event?.id]);
    expect(known).toEqual([]);
    expect(await payments.stripe.send(event?.id ?? '', {})).toEqual([200]);
  });

  it('each count once, however often they come', async () => {
    await subscribe('pro');
    const before = await planEvents();
    const paid = (await payments.stripe.all()).events.find(({ type }) => type === 'checkout.session.completed');
    expect(await payments.stripe.send(paid?.id ?? '', { times: 20 })).toEqual(Array(20).fill(200));
    const rows = await payments.identity.sql('SELECT 1 AS row FROM billing_events WHERE id = $1', [paid?.id]);
    expect(rows).toHaveLength(1);
    expect(await planEvents()).toEqual(before);
  });

  it('may come in any order: the newest state of the subscription holds', async () => {
    const subscription = await subscribe('pro');
    await payments.stripe.hold();
    await payments.stripe.decline(1);
    await payments.stripe.advance(subscription.id);
    await payments.stripe.retry(subscription.id);
    const deliveries = await payments.stripe.release(true);
    expect(deliveries.map(({ type }) => type)).toEqual([
      'customer.subscription.updated',
      'invoice.paid',
      'customer.subscription.updated',
      'invoice.payment_failed',
    ]);
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set([200]));
    await isOn('pro', 'active');
    // An old event of the very first day says nothing any more.
    await payments.stripe.giveUp(subscription.id);
    await isOn('pro', 'past_due');
    const first = (await payments.stripe.all()).events.findLast(({ type }) => type === 'customer.subscription.created');
    expect(await payments.stripe.send(first?.id ?? '', {})).toEqual([200]);
    await readAgain();
    await isOn('pro', 'past_due');
  });

  it('of kinds that we do not know, or of customers that are not ours, are answered and ignored', async () => {
    for (const [type, object] of [
      ['charge.dispute.created', { customer: 'cus_x' }],
      ['a.kind.of.tomorrow', {}],
      ['customer.subscription.updated', { id: 'sub_x', customer: 'cus_of_another_shop' }],
      ['invoice.paid', { customer: null }],
    ] as const) {
      await payments.stripe.hold();
      await payments.stripe.happen(type, object);
      expect((await payments.stripe.release(false)).map(({ status }) => status)).toEqual([200]);
    }
    expect(
      await payments.identity.sql(`SELECT type FROM billing_events WHERE type LIKE 'charge%' OR type LIKE 'a.%'`),
    ).toEqual([]);
  });

  it('that are lost are made good by the sweep', async () => {
    await payments.stripe.hold();
    const url = await checkoutUrl('pro');
    await wasRead();
    await payments.stripe.press(url, 'pay');
    expect(await plan()).toMatchObject({ tier: 'free' });
    await readAgain();
    await isOn('pro', 'active');
  });
});

describe('a failed payment', () => {
  it('leaves days of grace, then the Free plan; a payment brings the plan back', async () => {
    const subscription = await subscribe('pro');
    await payments.stripe.decline(1);
    await payments.stripe.advance(subscription.id);
    await isOn('pro', 'past_due');
    const { graceEndsAt } = await billing();
    const days = (Date.parse(graceEndsAt ?? '') - Date.now()) / 86_400_000;
    expect([days > 6.99, days <= 7]).toEqual([true, true]);
    expect(await titles()).toEqual(['Your payment did not go through']);
    // Reading it again does not lengthen it.
    await readAgain();
    expect((await billing()).graceEndsAt).toBe(graceEndsAt);

    await payments.identity.sql(
      `UPDATE billing_customers SET grace_ends_at = now() - interval '1 second', ready_at = now() WHERE id = $1`,
      [payments.person.id],
    );
    await isOn('free', 'past_due');
    expect(await titles()).toEqual(['Your account is on the Free plan']);
    await payments.stripe.retry(subscription.id);
    await isOn('pro', 'active');
    expect(await titles()).toEqual(['You are on the Pro plan']);
  });

  it('that is made good in time is told, and the plan was never away', async () => {
    const subscription = await subscribe('pro');
    const before = await planEvents();
    await payments.stripe.decline(1);
    await payments.stripe.advance(subscription.id);
    await isOn('pro', 'past_due');
    expect(await choose('pro')).toEqual({ checkoutUrl: expect.stringContaining('/stripe/portal/') });
    await payments.stripe.retry(subscription.id);
    await isOn('pro', 'active');
    expect(await planEvents()).toEqual(before);
    expect(await titles()).toEqual(['Your payment went through']);
  });

  it('of somebody without a business is told by mail, once', async () => {
    await signUpAlone();
    const subscription = await subscribe('pro');
    await payments.stripe.decline(1);
    await payments.stripe.advance(subscription.id);
    await isOn('pro', 'past_due');
    await readAgain();
    const mails = () =>
      payments.identity.sql(`SELECT kind FROM mail_queue WHERE user_id = $1 AND kind = 'payment_failed'`, [
        payments.person.id,
      ]);
    expect(await mails()).toHaveLength(1);
    await payments.stripe.retry(subscription.id);
    await isOn('pro', 'active');
    expect(await mails()).toHaveLength(1);
  });
});
