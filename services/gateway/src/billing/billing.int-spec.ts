import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError, billingRpc } from '@postloom/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';

/** Fakes one neighbour: identity, which records what it receives and refuses what is not signed. */
describe('payments', () => {
  let gateway: GatewayUnderTest;
  let handed: { signature: string; body: Buffer }[] = [];
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    await gateway.stub(billingRpc.billingWebhook, ({ signature, body }) => {
      handed.push({ signature, body: Buffer.from(body, 'base64') });
      if (signature === '') {
        throw new AppError('invalid_signature');
      }
      return { received: true as const };
    });
    await gateway.stub(billingRpc.planChoose, ({ tier }) =>
      tier === 'free'
        ? { success: true as const, subscriptionTier: tier }
        : { checkoutUrl: `https://pay.example/${tier}` },
    );
    await gateway.stub(billingRpc.billingPortal, () => ({ url: 'https://pay.example/portal' }));
    await gateway.stub(billingRpc.billingInvoices, () => []);
    await gateway.stub(billingRpc.planPreview, ({ tier }) => ({
      ...{ tier, dueNow: 0, perMonth: 1900, currency: 'usd', startsAt: null },
    }));
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    handed = [];
  });
  const event = (raw: Buffer | string, headers: Record<string, string>) =>
    gateway.ask('POST', '/api/platform-callbacks/stripe/webhook', { raw, headers });

  it('Stripe’s events go on as they came, without a session', async () => {
    const body = Buffer.concat([Buffer.from('{ "id" :"evt_1",\n "é"'), Buffer.from([0, 0xff])]);
    const answer = await event(body, { 'stripe-signature': 't=1,v1=2', 'content-type': 'application/json' });
    expect([answer.status, answer.body]).toEqual([200, { received: true }]);
    expect(handed).toEqual([{ signature: 't=1,v1=2', body }]);
  });

  it('an event without a signature, with an endless one, or too long, is refused', async () => {
    expect(await event('{}', {})).toMatchObject({ status: 400, body: { error: 'invalid_signature' } });
    expect((await event('{}', { 'stripe-signature': 'x'.repeat(1_001) })).status).toBe(400);
    expect(handed.map(({ signature }) => signature)).toEqual(['', '']);
    expect((await event(Buffer.alloc(300_000, 32), { 'stripe-signature': 't=1,v1=2' })).status).toBe(413);
    expect(handed).toHaveLength(2);
  });

  it('choosing a plan answers the payment page or the plan', async () => {
    const person = gateway.person();
    const choose = (tier: string) => gateway.ask('POST', '/api/user/upgrade', { person, body: { tier } });
    expect(await choose('pro')).toMatchObject({ status: 200, body: { checkoutUrl: 'https://pay.example/pro' } });
    expect(await choose('free')).toMatchObject({ status: 200, body: { success: true, subscriptionTier: 'free' } });
    expect((await choose('enterprise')).status).toBe(400);
  });

  it('invoices, the portal and the price are for who is signed in', async () => {
    const person = gateway.person();
    for (const [method, path] of [
      ['GET', '/api/billing'],
      ['GET', '/api/billing/invoices'],
      ['GET', '/api/billing/preview?tier=pro'],
      ['POST', '/api/billing/portal'],
      ['GET', '/api/user/usage-history'],
    ] as const) {
      expect((await gateway.ask(method, path)).status).toBe(401);
    }
    expect((await gateway.ask('GET', '/api/billing/invoices', { person })).text).toBe('[]');
    expect((await gateway.ask('POST', '/api/billing/portal', { person })).body).toEqual({
      url: 'https://pay.example/portal',
    });
    expect((await gateway.ask('GET', '/api/billing/preview?tier=pro', { person })).status).toBe(200);
    expect((await gateway.ask('GET', '/api/billing/preview?tier=free', { person })).status).toBe(400);
  });
});
