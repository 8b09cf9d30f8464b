import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, attentionRpc, identityRpc } from '@postloom/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Person } from '../testing/gateway-under-test.ts';

/** Fakes its three neighbours: identity names the person's businesses, scheduling and publisher count. */
describe('GET /api/businesses/attention', () => {
  let gateway: GatewayUnderTest;
  let person: Person;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    person = gateway.person();
    await gateway.stub(
      identityRpc.businessNames,
      person.businessIds.map((id) => ({ id, name: 'Mine' })),
    );
  });
  afterAll(() => gateway.close());

  const ask = () => gateway.ask('GET', '/api/businesses/attention', { person });

  it('adds up what each owner counts, in one call to each for all businesses', async () => {
    const [rye = '', yoga = ''] = person.businessIds;
    const posts = await gateway.stub(attentionRpc.scheduling, [{ businessId: yoga, things: 2 }]);
    const accounts = await gateway.stub(attentionRpc.publisher, [
      { businessId: yoga, things: 1 },
      { businessId: rye, things: 1 },
    ]);
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual([
      { businessId: rye, things: 1 },
      { businessId: yoga, things: 3 },
    ]);
    for (const { calls } of [posts, accounts]) {
      expect(calls.map(({ input }) => input)).toEqual([{ businessIds: [rye, yoga] }]);
    }
  });

  it('never shows a business that is not the person’s', async () => {
    const foreign = gateway.person().businessIds[0] ?? '';
    await gateway.stub(attentionRpc.scheduling, [{ businessId: foreign, things: 2 }]);
    await gateway.stub(attentionRpc.publisher, []);
    expect(JSON.parse((await ask()).text)).toEqual([]);
  });

  it('is no answer where one of them is away: half of it would be a wrong number', async () => {
    await gateway.stub(attentionRpc.scheduling, [{ businessId: person.businessIds[0] ?? '', things: 2 }]);
    await gateway.stub(attentionRpc.publisher, () => {
      throw new AppError('unavailable');
    });
    expect((await ask()).status).toBe(503);
  });
});
