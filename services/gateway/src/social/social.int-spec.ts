import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publisherRpc } from '@postloom/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';

/** Fakes two neighbours: identity (the test's people) and publisher, which records the business it was asked for. */
describe('the connect popup', () => {
  let gateway: GatewayUnderTest;
  const asked: (string | null)[] = [];
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    await gateway.stub(publisherRpc.oauthStart, (_input, context) => {
      asked.push(context.businessId);
      return { authUrl: 'https://platform.example/consent' };
    });
    await gateway.stub(publisherRpc.oauthFinish, (input, context) => {
      asked.push(context.businessId);
      return { outcome: 'failed' as const, platform: input.platform, reason: 'The consent was refused.' };
    });
  });
  afterAll(() => gateway.close());

  it('connects for the business that its page shows, not for the active one (F53)', async () => {
    const person = gateway.person();
    const [active, shown] = person.businessIds;
    const start = await gateway.ask('GET', `/api/social/instagram/connect?businessId=${shown}`, { person });
    expect(start.status).toBe(302);
    const cookie = `${person.cookie}; ${start.headers['set-cookie']?.split(';')[0]}`;
    expect(
      (await gateway.ask('GET', '/api/social/instagram/callback?code=x&state=y', { headers: { cookie } })).status,
    ).toBe(200);
    expect(asked).toEqual([shown, shown]);
    expect(asked).not.toContain(active);
  });

  it("refuses another person's business", async () => {
    const [person, other] = [gateway.person(), gateway.person()];
    const answer = await gateway.ask('GET', `/api/social/instagram/connect?businessId=${other.businessIds[0]}`, {
      person,
    });
    expect(answer.status).toBe(404);
  });
});
