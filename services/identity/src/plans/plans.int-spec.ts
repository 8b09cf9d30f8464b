import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityRpc } from '@postloom/contracts';
import type { Tier } from '@postloom/contracts';
import { codeOf, IdentityUnderTest } from '../testing/identity-under-test.ts';

const change = (identity: IdentityUnderTest, userId: string, tier: Tier) =>
  identity.rpc(identityRpc.planChange, { tier }, { userId });

describe('plans', () => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await IdentityUnderTest.start({
      RATE_LIMITS: 'on',
      LIMIT_PLAN_CHANGE: '20/60',
      LIMIT_REGISTER: '1000/60',
    });
  });
  afterAll(() => identity.close());

  it('are found by payer and by any of the payer’s businesses', async () => {
    const person = await identity.signUp();
    const business = await identity.createBusiness(person);
    const plan = await identity.rpc(identityRpc.planGet, { payerId: person.id });
    expect(plan).toMatchObject({ payerId: person.id, tier: 'free', version: 1 });
    expect(await identity.rpc(identityRpc.planGet, { businessId: business.id })).toEqual(plan);
    expect(await codeOf(identity.rpc(identityRpc.planGet, { businessId: randomUUID() }))).toBe('not_found');
    expect(await codeOf(identity.rpc(identityRpc.planGet, { payerId: randomUUID() }))).toBe('not_found');
  });

  it('change opens a new period and emits an event; choosing the same tier again does neither', async () => {
    const person = await identity.signUp();
    const before = await identity.rpc(identityRpc.planGet, { payerId: person.id });
    expect(await change(identity, person.id, 'pro')).toEqual({ success: true, subscriptionTier: 'pro' });
    const after = await identity.rpc(identityRpc.planGet, { payerId: person.id });
    expect(after).toMatchObject({ tier: 'pro', version: 2 });
    expect(new Date(after.periodAnchor).getTime()).toBeGreaterThan(new Date(before.periodAnchor).getTime());
    await change(identity, person.id, 'pro');
    expect(await identity.rpc(identityRpc.planGet, { payerId: person.id })).toEqual(after);
    const told = (await identity.told(person.id)).filter((event) => event.subject === 'identity.plan.changed.v1');
    expect(told.map((event) => event.data)).toEqual([before, after]);
    expect((await identity.resolve(person.sessionToken)).user.subscriptionTier).toBe('pro');
  });

  it('a hundred changes at once: twenty pass, each announced with its own version, one tier in the end (S15)', async () => {
    const person = await identity.signUp();
    const tiers: readonly Tier[] = ['pro', 'agency', 'free'];
    const codes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => codeOf(change(identity, person.id, tiers[index % 3] ?? 'pro'))),
    );
    expect(codes.filter((code) => code === 'no error')).toHaveLength(20);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(80);
    const told = (await identity.told(person.id)).filter((event) => event.subject === 'identity.plan.changed.v1');
    const plan = await identity.rpc(identityRpc.planGet, { payerId: person.id });
    expect(told.map((event) => event.version)).toEqual(told.map((_, index) => index + 1));
    expect(told.at(-1)?.data).toEqual(plan);
  });

  it('refuses tiers that do not exist (S14)', async () => {
    const person = await identity.signUp();
    for (const tier of ['enterprise', 'AGENCY', null, '']) {
      expect(await codeOf(change(identity, person.id, tier as Tier))).toBe('validation_failed');
    }
    expect(await identity.rpc(identityRpc.planGet, { payerId: person.id })).toMatchObject({ tier: 'free', version: 1 });
  });
});

describe('without the simulated payment', () => {
  it('no plan changes', async () => {
    const identity = await IdentityUnderTest.start({ SIMULATED_PAYMENT: 'off' });
    try {
      const person = await identity.signUp();
      expect(await codeOf(change(identity, person.id, 'agency'))).toBe('payment_unavailable');
      expect(await identity.rpc(identityRpc.planGet, { payerId: person.id })).toMatchObject({
        tier: 'free',
        version: 1,
      });
    } finally {
      await identity.close();
    }
  });
});
