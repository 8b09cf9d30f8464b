import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityRpc, reportBrandRpc } from '@postloom/contracts';
import type { InputOf, Role } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { codeOf, IdentityUnderTest } from '../testing/identity-under-test.ts';

const studio = { sender: 'Studio North', color: '#2E6B48' };

describe('the looks of reports', () => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await IdentityUnderTest.start();
  });
  afterAll(() => identity.close());

  const shop = async () => {
    const person = await identity.signUp();
    const { id: businessId } = await identity.createBusiness(person, { name: 'Rye & Co' });
    const caller = (role: Role) => ({
      ...{ userId: person.id, businessId, payerId: person.id, role, idempotencyKey: null },
    });
    return {
      ...{ person, businessId },
      tier: (tier: 'free' | 'agency') => identity.rpc(identityRpc.planChange, { tier }, { userId: person.id }),
      get: () => identity.service.rpc(reportBrandRpc.reportBrandGet, {}, caller('owner')),
      set: (input: InputOf<typeof reportBrandRpc.reportBrandSet>, role: Role = 'owner') =>
        identity.service.rpc(reportBrandRpc.reportBrandSet, input, caller(role)),
    };
  };

  it('are those of the product, from the business, until the plan is Agency', async () => {
    const rye = await shop();
    const usual = { name: 'Rye & Co', color: null, isWhiteLabel: false };
    expect(await rye.get()).toEqual({ saved: { sender: null, color: null }, brand: usual });
    expect(await codeOf(rye.set(studio))).toBe('upgrade_required');
    expect(await rye.get()).toEqual({ saved: { sender: null, color: null }, brand: usual });
    await rye.tier('agency');
    expect((await rye.get()).brand).toEqual({ ...usual, isWhiteLabel: true });
  });

  it('are what was chosen, for the business it was chosen for, and kept when the plan is smaller for a while', async () => {
    const [rye, other] = [await shop(), await shop()];
    await rye.tier('agency');
    await other.tier('agency');
    const brand = { name: 'Studio North', about: 'Rye & Co', color: '#2E6B48', isWhiteLabel: true };
    expect(await rye.set(studio)).toEqual({ saved: studio, brand });
    expect((await other.get()).saved).toEqual({ sender: null, color: null });
    await rye.tier('free');
    expect(await rye.get()).toEqual({ saved: studio, brand: { name: 'Rye & Co', color: null, isWhiteLabel: false } });
    await rye.tier('agency');
    expect((await rye.get()).brand).toEqual(brand);
    expect((await rye.set({ sender: null, color: null })).brand).toEqual({
      ...{ name: 'Rye & Co', color: null, isWhiteLabel: true },
    });
  });

  it('are changed by those alone who may change the business', async () => {
    const rye = await shop();
    await rye.tier('agency');
    expect(await codeOf(rye.set(studio, 'editor'))).toBe('forbidden');
    expect((await rye.get()).saved.sender).toBeNull();
    expect((await rye.set({ ...studio, sender: '  Studio South ' }, 'admin')).saved.sender).toBe('Studio South');
  });

  it('go with their business', async () => {
    const rye = await shop();
    await rye.tier('agency');
    await rye.set(studio);
    await identity.createBusiness(rye.person, { name: 'Other' });
    await identity.rpc(identityRpc.businessDelete, { id: rye.businessId }, { userId: rye.person.id });
    const left = await identity.service
      .get(Uow)
      .run(Scope.business(rye.businessId), (tx) => tx.query('SELECT 1 AS one FROM report_brands'));
    expect(left).toEqual([]);
  });
});
