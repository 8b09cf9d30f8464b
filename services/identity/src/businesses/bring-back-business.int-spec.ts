import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bringBackRpc, BusinessInput, identityRpc, rowsOf } from '@postloom/contracts';
import { IdentityUnderTest } from '../testing/identity-under-test.ts';

describe('a business that is brought back', () => {
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    identity = await IdentityUnderTest.start();
  });
  afterAll(() => identity.close());

  const profile = BusinessInput.parse({
    ...{ name: 'Bakery Huber', industryType: 'restaurant', businessTone: 'friendly', timeZone: 'Europe/Vienna' },
    ...{ businessLocation: 'Graz', customAiPrompt: 'Speak of bread.', lateLimitMinutes: 90 },
  });

  it('is a new one of its person, once, and the active one of somebody who had none', async () => {
    const person = await identity.signUp();
    const as = { userId: person.id };
    const id = randomUUID();
    await identity.rpc(bringBackRpc.business, { id, profile }, as);
    const business = await identity.rpc(identityRpc.businessGet, { id }, as);
    expect(business).toMatchObject({ ...profile, id, role: 'owner' });
    expect((await identity.rpc(identityRpc.activeBusinessGet, {}, as)).businessId).toBe(id);
    // Changed since: a repetition leaves it as it is.
    await identity.rpc(identityRpc.businessUpdate, { id, changes: { name: 'Mine now' } }, as);
    await identity.rpc(bringBackRpc.business, { id, profile }, as);
    expect(rowsOf(await identity.rpc(identityRpc.businessList, {}, as))).toMatchObject([{ id, name: 'Mine now' }]);
    const told = (await identity.told(id)).filter(({ subject }) => subject === 'identity.business.created.v1');
    expect(told).toHaveLength(1);
  });

  it('stands beside those that its person has, and does not become the active one', async () => {
    const person = await identity.signUp();
    const first = await identity.createBusiness(person);
    await identity.rpc(bringBackRpc.business, { id: randomUUID(), profile }, { userId: person.id });
    expect(rowsOf(await identity.rpc(identityRpc.businessList, {}, { userId: person.id }))).toHaveLength(2);
    const active = await identity.rpc(identityRpc.activeBusinessGet, {}, { userId: person.id });
    expect(active.businessId).toBe(first.id);
  });
});
