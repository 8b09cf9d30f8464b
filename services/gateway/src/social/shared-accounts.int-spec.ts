import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, identityRpc, publisherRpc, sharedAccountRpc } from '@postloom/contracts';
import type { SocialAccount } from '@postloom/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';

const [accountId, yoga, hidden] = [randomUUID(), randomUUID(), randomUUID()];
const account: SocialAccount = {
  ...{ id: accountId, platform: 'twitter', accountName: '@rye', accountId: '17', origin: null, avatarUrl: null },
  ...{ status: 'active', connectedAt: '2026-11-22T10:00:00.000Z', expiresAt: null },
};
const sentence = 'This X account is also connected to Harbor Yoga.';

/** Fakes its two neighbours: publisher, which has the accounts, and identity, which says what of them the person may see. */
describe('an account that another business has too', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    await gateway.stub(sharedAccountRpc.accountShared, [{ accountId, businessIds: [yoga, hidden] }]);
    await gateway.stub(identityRpc.businessNames, ({ ids }) =>
      (ids ?? []).filter((id) => id === yoga).map((id) => ({ id, name: 'Harbor Yoga' })),
    );
    await gateway.stub(publisherRpc.oauthStart, { authUrl: 'https://platform.example/consent' });
    const connected = { outcome: 'connected' as const, platform: 'twitter' as const, accounts: [account] };
    await gateway.stub(publisherRpc.oauthFinish, connected);
    await gateway.stub(publisherRpc.oauthPick, connected);
  });
  afterAll(() => gateway.close());

  const pick = () =>
    gateway.ask('POST', '/api/social/twitter/pick', {
      person: gateway.person(),
      body: { pickToken: 't', remoteIds: ['17'] },
    });

  it('is answered with what the person can see, and no more', async () => {
    const answer = await gateway.ask('GET', '/api/social-accounts/shared', { person: gateway.person() });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual([{ accountId, businesses: [{ id: yoga, name: 'Harbor Yoga' }] }]);
    expect(answer.text).not.toContain(hidden);
  });

  it('is said in the window where connecting ends, which then stays open', async () => {
    const answer = await gateway.ask('GET', '/api/social/twitter/callback?code=x&state=y', {
      person: gateway.person(),
    });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(sentence);
    expect(answer.text).toContain('"close":false');
    expect((await pick()).body).toMatchObject({ success: true, notice: sentence });
  });

  it('is no word where nobody else has it, where the others are hidden, and where it is not known', async () => {
    const ends = async () => {
      const page = await gateway.ask('GET', '/api/social/twitter/callback?code=x&state=y', {
        person: gateway.person(),
      });
      expect(page.text).toContain('X is connected');
      expect(page.text).toContain('"close":true');
      expect(page.text).not.toContain('also connected');
      expect((await pick()).body).not.toHaveProperty('notice');
    };
    await gateway.stub(sharedAccountRpc.accountShared, [{ accountId, businessIds: [hidden] }]);
    await ends();
    await gateway.stub(sharedAccountRpc.accountShared, []);
    await ends();
    await gateway.stub(sharedAccountRpc.accountShared, () => {
      throw new AppError('unavailable');
    });
    await ends();
  });
});
