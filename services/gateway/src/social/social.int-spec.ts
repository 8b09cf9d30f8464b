import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError, publisherRpc } from '@postloom/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Person } from '../testing/gateway-under-test.ts';

/** Fakes two neighbours: identity (the test's people) and publisher, which records the business it was asked for. */
describe('the connect popup', () => {
  let gateway: GatewayUnderTest;
  const asked: (string | null)[] = [];
  let states = 0;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    await gateway.stub(publisherRpc.oauthStart, (_input, context) => {
      asked.push(context.businessId);
      states += 1;
      return { authUrl: `https://platform.example/consent?state=state-${states}` };
    });
    await gateway.stub(publisherRpc.oauthPick, (_input, context) => {
      asked.push(context.businessId);
      throw new AppError('invalid_state');
    });
    await gateway.stub(publisherRpc.oauthFinish, (input, context) => {
      asked.push(context.businessId);
      const { platform, query } = input;
      if (query['code'] !== 'several') {
        return { outcome: 'failed' as const, platform, reason: 'The consent was refused.' };
      }
      const offered = [{ remoteId: '1', name: 'Rye', avatarUrl: null }];
      return { outcome: 'pick' as const, platform, pickToken: 'the-token', offered };
    });
  });
  beforeEach(() => {
    asked.length = 0;
  });
  afterAll(() => gateway.close());

  /** Opens a popup for a business: its state, the way back from the platform, and what it leaves in the browser. */
  const open = async (person: Person, businessId: string | undefined) => {
    const path = `/api/social/instagram/connect?businessId=${businessId}`;
    const { status, headers } = await gateway.ask('GET', path, { person });
    expect(status).toBe(302);
    const state = new URL(headers['location'] ?? '').searchParams.get('state') ?? '';
    const setCookie = headers['set-cookie'] ?? '';
    const [cookie = '', cookieOfBefore = ''] = setCookie.split(',').map((one) => one.split(';')[0] ?? '');
    return {
      ...{ state, setCookie, back: `/api/social/instagram/callback?code=x&state=${state}` },
      ...{ cookie, cookieOfBefore },
    };
  };
  /** What a browser's jar holds: of cookies of the same name the last one. */
  const jar = (...cookies: readonly string[]): string =>
    [...new Map(cookies.map((cookie) => [cookie.split('=')[0], cookie])).values()].join('; ');

  it('connects for the business that its page shows, not for the active one (F53)', async () => {
    const person = gateway.person();
    const [active, shown] = person.businessIds;
    const popup = await open(person, shown);
    const cookie = jar(person.cookie, popup.cookie);
    expect((await gateway.ask('GET', popup.back, { headers: { cookie } })).status).toBe(200);
    expect(asked).toEqual([shown, shown]);
    expect(asked).not.toContain(active);
  });

  it('connects for the business of each window, when several are open (F53)', async () => {
    const person = gateway.person();
    const [first, second] = [await open(person, person.businessIds[1]), await open(person, person.businessIds[0])];
    const cookie = jar(person.cookie, first.cookie, second.cookie);
    for (const { back } of [first, second]) {
      expect((await gateway.ask('GET', back, { headers: { cookie } })).status).toBe(200);
    }
    const [one, other] = person.businessIds;
    expect(asked).toEqual([other, one, other, one]);
  });

  it('lets an account be chosen for the business of its window', async () => {
    const person = gateway.person();
    const [active, shown] = person.businessIds;
    const popup = await open(person, shown);
    const later = await open(person, active);
    const page = await gateway.ask('GET', popup.back.replace('code=x', 'code=several'), {
      headers: { cookie: jar(person.cookie, popup.cookie, later.cookie) },
    });
    expect(JSON.parse(/const data=(\{.*?\});/.exec(page.text)?.[1] ?? '{}')).toMatchObject({
      pick: { token: 'the-token', businessId: shown },
    });
  });

  it('leaves no state in the cookies, and sends them with connecting only', async () => {
    const person = gateway.person();
    const { state, setCookie } = await open(person, person.businessIds[1]);
    expect(setCookie).not.toContain(state);
    expect(setCookie).toMatch(
      /^postloom_connect_[\w-]{22}=[0-9a-f-]{36}; Path=\/api\/social; Max-Age=900; HttpOnly; SameSite=Lax; Secure,postloom_connect=[0-9a-f-]{36}; Path=\/api\/social; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it('connects for its business when a pod of the release before opened the window, or takes it back', async () => {
    const person = gateway.person();
    const [active, shown] = person.businessIds;
    const popup = await open(person, shown);
    expect(popup.cookieOfBefore).toBe(`postloom_connect=${shown}`); // all that such a pod reads, and sets
    const ofBefore = jar(person.cookie, popup.cookieOfBefore);
    expect((await gateway.ask('GET', popup.back, { headers: { cookie: ofBefore } })).status).toBe(200);
    expect(asked).toEqual([shown, shown]);
    // The cookie of before is that of the last window: one of its own says it better.
    const later = await open(person, active);
    const cookie = jar(person.cookie, popup.cookie, popup.cookieOfBefore, later.cookie, later.cookieOfBefore);
    expect((await gateway.ask('GET', popup.back, { headers: { cookie } })).status).toBe(200);
    expect(asked.at(-1)).toBe(shown);
  });

  it('takes the choice on a page of the release before, which does not name its business', async () => {
    const person = gateway.person();
    const [active, shown] = person.businessIds;
    const choose = (cookies: readonly string[], headers = {}) =>
      gateway.ask('POST', '/api/social/linkedin/pick', {
        body: { pickToken: 'the-token', remoteIds: ['1'] },
        headers: { cookie: jar(person.cookie, ...cookies), ...headers },
      });
    await choose([`postloom_connect=${shown}`]);
    await choose([`postloom_connect=${active}`], { 'x-business-id': shown });
    expect(asked).toEqual([shown, shown]);
  });

  it("refuses another person's business", async () => {
    const [person, other] = [gateway.person(), gateway.person()];
    const answer = await gateway.ask('GET', `/api/social/instagram/connect?businessId=${other.businessIds[0]}`, {
      person,
    });
    expect(answer.status).toBe(404);
  });
});
