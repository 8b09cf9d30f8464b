import { describe, expect, it } from '@jest/globals';
import { billingRpc, identityRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { codeOf, IdentityUnderTest } from '../testing/identity-under-test.ts';
import type { Person } from '../testing/identity-under-test.ts';
import { paymentsUnderTest } from './testing/payments-under-test.ts';

describe('payments at Stripe', () => {
  const payments = paymentsUnderTest();
  const { choose, billing, plan, isOn, comes, checkoutUrl, subscribe, titles, planEvents } = payments;
  const { readAgain, wasRead, signUpAlone } = payments;

  it('an upgrade: the plan changes after the payment and not before, counted from the day that is charged', async () => {
    const url = await checkoutUrl('pro');
    expect(await plan()).toMatchObject({ tier: 'free', version: 1 });
    expect(await payments.stripe.press(url, 'pay', { tax_id: 'DE123456789' })).toContain('/settings?checkout=paid');
    await isOn('pro', 'active');
    const { renewsAt, endsAt, graceEndsAt } = await billing();
    expect([Date.parse(renewsAt ?? '') > Date.now(), endsAt, graceEndsAt]).toEqual([true, null, null]);
    expect((await planEvents()).map(({ data }) => data['tier'])).toEqual(['free', 'pro']);
    expect(await titles()).toEqual(['You are on the Pro plan']);
    const invoices = await payments.identity.rpc(billingRpc.billingInvoices, {}, { userId: payments.person.id });
    expect(invoices).toMatchObject([{ status: 'paid', total: 1900, currency: 'usd', pdfUrl: null }]);
    const { customers } = await payments.stripe.all();
    expect(customers.find(({ metadata }) => metadata['payerId'] === payments.person.id)?.tax_id).toBe('DE123456789');
  });

  it('a card that is declined, and a checkout that is left: the plan stays', async () => {
    const url = await checkoutUrl('agency');
    expect(await payments.stripe.press(url, 'decline')).toBeNull();
    expect(await payments.stripe.press(url, 'back')).toContain('/settings?checkout=left');
    await wasRead();
    expect(await plan()).toMatchObject({ tier: 'free', version: 1 });
  });

  it('20 clicks at once lead to one page; another plan closes it', async () => {
    const urls = await Promise.all(Array.from({ length: 20 }, () => codeOf(choose('pro').then(() => null))));
    expect(urls.filter((code) => code !== 'no error')).toEqual([]);
    const mine = async () =>
      (await payments.stripe.all()).checkouts.filter((one) => one.client_reference_id === payments.person.id);
    expect(await mine()).toHaveLength(1);
    await checkoutUrl('agency');
    expect((await mine()).map(({ status }) => status).sort()).toEqual(['expired', 'open']);
    expect(
      (await payments.stripe.all()).customers.filter(({ metadata }) => metadata['payerId'] === payments.person.id),
    ).toHaveLength(1);
  });

  describe('leaving and coming back', () => {
    it('the plan holds until the end of the month that is paid, and can be kept', async () => {
      const subscription = await subscribe('pro');
      expect(await choose('free')).toEqual({ success: true, subscriptionTier: 'pro' });
      await eventually('it ends some day', async () => expect((await billing()).endsAt).not.toBeNull());
      expect(await titles()).toEqual(['Your Pro plan is canceled']);
      expect(await choose('pro')).toEqual({ success: true, subscriptionTier: 'pro' });
      await eventually('it goes on', async () => expect((await billing()).endsAt).toBeNull());

      await choose('free');
      await payments.stripe.advance(subscription.id);
      await isOn('free', 'ended');
      expect(await titles()).toEqual(['Your Pro plan has ended']);
      const again = await subscribe('agency');
      expect(again.id).not.toBe(subscription.id);
    });

    it('usage is not refilled: every change is told with its own version to the owners of the limits', async () => {
      const subscription = await subscribe('pro');
      await choose('free');
      await payments.stripe.advance(subscription.id);
      await isOn('free', 'ended');
      expect((await planEvents()).map(({ version }) => version)).toEqual([1, 2, 3]);
    });
  });

  it('from one paid plan to the other: the larger at once, the smaller with the next month', async () => {
    const subscription = await subscribe('pro');
    const preview = (tier: 'pro' | 'agency') =>
      payments.identity.rpc(billingRpc.planPreview, { tier }, { userId: payments.person.id });
    expect(await preview('agency')).toMatchObject({ dueNow: 8000, perMonth: 9900, startsAt: null });
    const url = await checkoutUrl('agency');
    expect(url).toContain('/stripe/portal/');
    expect(await payments.stripe.press(url, 'confirm')).toContain('/settings?checkout=paid');
    await isOn('agency', 'active');
    expect(await preview('pro')).toMatchObject({ dueNow: 0, startsAt: (await billing()).renewsAt });
    expect(await payments.stripe.press(await checkoutUrl('pro'), 'confirm')).toContain('/settings?checkout=later');
    await comes('pro');
    await isOn('agency', 'active');
    await payments.stripe.advance(subscription.id);
    await isOn('pro', 'active');
    await comes(null);
  });

  describe('a smaller plan that begins with the next month', () => {
    const chooseSmaller = async () => {
      const subscription = await subscribe('agency');
      await payments.stripe.press(await checkoutUrl('pro'), 'confirm');
      await comes('pro');
      return subscription;
    };
    const news = async () =>
      (await payments.identity.told(payments.person.id)).filter(
        ({ subject }) => subject === 'identity.billing.changed.v1',
      ).length;

    it('can be taken back, and open pages are told', async () => {
      const subscription = await chooseSmaller();
      expect((await billing()).next).toEqual({ tier: 'pro', startsAt: (await billing()).renewsAt });
      const told = await news();
      expect(await choose('agency')).toEqual({ success: true, subscriptionTier: 'agency' });
      await comes(null);
      expect(await news()).toBe(told + 1);
      await readAgain();
      await payments.stripe.advance(subscription.id);
      await isOn('agency', 'active');
    });

    it('is looked for when its schedule is told of', async () => {
      const { customer } = await chooseSmaller();
      const asked = () =>
        payments.identity.sql(`SELECT 1 AS row FROM billing_events WHERE type = 'subscription_schedule.updated'`);
      expect(await asked()).toEqual([]);
      await payments.stripe.happen('subscription_schedule.updated', { id: 'sub_sched_x', customer });
      await eventually('it was asked for', async () => expect(await asked()).toHaveLength(1));
    });

    it('is chosen once, and gives way to leaving', async () => {
      const subscription = await chooseSmaller();
      expect(await choose('pro')).toEqual({ success: true, subscriptionTier: 'agency' });
      await choose('free');
      await eventually('it ends some day', async () => expect((await billing()).endsAt).not.toBeNull());
      await comes(null);
      await payments.stripe.advance(subscription.id);
      await isOn('free', 'ended');
    });
  });

  it('a provider that is away is said to be, and nothing changes', async () => {
    await payments.stripe.fault({ mode: 'error', status: 500 });
    expect(await codeOf(choose('pro'))).toBe('dependency_failed');
    await payments.stripe.fault({ mode: 'none' });
    expect(await plan()).toMatchObject({ tier: 'free', version: 1 });
    expect(await checkoutUrl('pro')).toContain('/stripe/checkout/');
  });

  it('no plan changes without a payment, by the old call either', async () => {
    expect(
      await codeOf(payments.identity.rpc(identityRpc.planChange, { tier: 'agency' }, { userId: payments.person.id })),
    ).toBe('payment_unavailable');
    expect(await plan()).toMatchObject({ tier: 'free', version: 1 });
  });

  it('a person who is deleted pays no more, and is forgotten at Stripe', async () => {
    await signUpAlone();
    const subscription = await subscribe('pro');
    await payments.identity.sql('DELETE FROM users WHERE id = $1', [payments.person.id]);
    await eventually('it has ended', async () => {
      const { subscriptions, customers } = await payments.stripe.all();
      expect(subscriptions.find(({ id }) => id === subscription.id)?.status).toBe('canceled');
      expect(customers.some(({ metadata }) => metadata['payerId'] === payments.person.id)).toBe(false);
    });
    await eventually('nothing is left to do', async () =>
      expect(await payments.identity.sql('SELECT 1 AS row FROM billing_leavers')).toEqual([]),
    );
  });

  it('a stranger sees nothing of it', async () => {
    await subscribe('pro');
    const stranger = await payments.identity.signUp();
    expect(await payments.identity.rpc(billingRpc.billingInvoices, {}, { userId: stranger.id })).toEqual([]);
    expect(await payments.identity.rpc(billingRpc.billingGet, {}, { userId: stranger.id })).toMatchObject({
      ...{ payment: 'provider', subscriptionTier: 'free', status: 'none' },
    });
    // Somebody who never bought anything pays the whole month, whoever else pays for what.
    const preview = await payments.identity.rpc(billingRpc.planPreview, { tier: 'agency' }, { userId: stranger.id });
    expect(preview).toMatchObject({ dueNow: 9900 });
    const portal = (who: Person) => payments.identity.rpc(billingRpc.billingPortal, {}, { userId: who.id });
    expect((await portal(stranger)).url).not.toBe((await portal(payments.person)).url);
    const { customers } = await payments.stripe.all();
    expect(customers.filter(({ metadata }) => metadata['payerId'] === stranger.id)).toHaveLength(1);
  });
});

describe('without Stripe', () => {
  it('plans change by the simulated payment, there are no invoices, and no event is taken', async () => {
    const identity = await IdentityUnderTest.start();
    try {
      const person = await identity.signUp();
      const as = { userId: person.id };
      expect(await identity.rpc(billingRpc.billingGet, {}, as)).toMatchObject({ payment: 'simulated', status: 'none' });
      expect(await identity.rpc(billingRpc.planChoose, { tier: 'pro' }, as)).toEqual({
        success: true,
        subscriptionTier: 'pro',
      });
      expect(await identity.rpc(billingRpc.billingInvoices, {}, as)).toEqual([]);
      expect(await codeOf(identity.rpc(billingRpc.billingPortal, {}, as))).toBe('payment_unavailable');
      expect(await codeOf(identity.rpc(billingRpc.planPreview, { tier: 'pro' }, as))).toBe('payment_unavailable');
      expect(await codeOf(identity.rpc(billingRpc.billingWebhook, { signature: 't=1', body: 'e30=' }))).toBe(
        'not_found',
      );
    } finally {
      await identity.close();
    }
  });
});
