import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, captionsRpc, identityRpc, mediaRpc, publisherRpc, schedulingRpc } from '@postloom/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';

const user = {
  ...{ id: randomUUID(), email: 'mara@example.com', firstName: null, lastName: null, profileImageUrl: null },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', subscriptionTier: 'free' as const, emailVerified: false },
};
const session = { sessionToken: 'new-token-of-the-session', expiresAt: '2026-12-20T00:00:00.000Z' };
const credentials = { email: 'Mara@Example.com', password: 'correct horse battery' };

describe('signing in', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.close());

  it('sets a cookie that only our own pages send, and replaces the one that came along (S04)', async () => {
    const started = await gateway.stub(identityRpc.sessionStart, { user, ...session });
    const planted = gateway.person();
    const answer = await gateway.ask('POST', '/api/auth/login', {
      person: planted,
      body: credentials,
      headers: { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Test' },
    });
    expect([answer.status, answer.body]).toEqual([200, user]);
    expect(answer.headers['set-cookie']).toBe(
      '__Host-postloom_session=new-token-of-the-session; Expires=Sun, 20 Dec 2026 00:00:00 GMT; Path=/; HttpOnly; SameSite=Lax; Secure',
    );
    expect(started.calls[0]?.input).toEqual({
      ...{ email: 'mara@example.com', password: credentials.password },
      origin: { address: '203.0.113.9', userAgent: 'Test' },
      replaces: planted.token,
    });
    await gateway.ask('POST', '/api/auth/login', {
      body: credentials,
      headers: { 'x-forwarded-for': '2001:db8:1:2:a:b:c:d', 'user-agent': 'Test' },
    });
    // Identity's throttles count the network that a subscriber has, not each of its addresses.
    expect(started.calls[1]?.input).toMatchObject({ origin: { address: '2001:db8:1:2::/64' } });
  });

  it('that fails sets none and says no more than that', async () => {
    const started = await gateway.stub(identityRpc.sessionStart, () => {
      throw new AppError('invalid_credentials');
    });
    const answer = await gateway.ask('POST', '/api/auth/login', { body: credentials });
    expect([answer.status, answer.body['error'], answer.headers['set-cookie']]).toEqual([
      401,
      'invalid_credentials',
      undefined,
    ]);
    const incomplete = await gateway.ask('POST', '/api/auth/login', { body: { email: 'x' } });
    expect([incomplete.status, incomplete.body['error']]).toEqual([400, 'validation_failed']);
    expect(started.calls.length).toBe(1);
  });

  it('for a taken address looks the same and starts no session', async () => {
    const registered = await gateway.stub(identityRpc.userRegister, { user, session: null });
    const answer = await gateway.ask('POST', '/api/auth/register', { body: credentials });
    expect([answer.status, answer.body, answer.headers['set-cookie']]).toEqual([201, user, undefined]);
    const claims = { ...credentials, subscriptionTier: 'agency', id: user.id };
    const refused = await gateway.ask('POST', '/api/auth/register', { body: claims });
    expect([refused.status, (refused.body['details'] as { path: string }[]).map(({ path }) => path)]).toEqual([
      400,
      ['subscriptionTier', 'id'],
    ]);
    expect(registered.calls.length).toBe(1);
  });

  it.each([
    ['', '/login'],
    ['?returnTo=/schedule%3Fview=list', '/login?returnTo=%2Fschedule%3Fview%3Dlist'],
    ['?returnTo=https://evil.example', '/login'],
    ['?returnTo=//evil.example', '/login'],
    ['?returnTo=/%252f%252fevil.example', '/login'],
    ['?returnTo=/a&returnTo=//evil.example', '/login'],
    ['?screen=register', '/register'],
    ['?screen=register&returnTo=/media', '/register?returnTo=%2Fmedia'],
    ['?screen=//evil.example', '/login'],
    ['?returnTo=/media&reason=session-ended', '/login?returnTo=%2Fmedia&reason=session-ended'],
    ['?reason=anything-else', '/login'],
  ])('/api/login%s leads to %s (S02)', async (query, location) => {
    const answer = await gateway.ask('GET', `/api/login${query}`);
    expect([answer.status, answer.headers['location']]).toEqual([302, location]);
  });
});

describe('limits', () => {
  it('are asked of their owners; one that is away is named', async () => {
    const gateway = await GatewayUnderTest.start();
    try {
      const person = gateway.person();
      const payer: string[] = [];
      await gateway.stub(identityRpc.planGet, {
        payerId: person.payerId,
        tier: 'pro',
        periodAnchor: '2026-01-31T00:00:00Z',
        version: 1,
      });
      await gateway.stub(schedulingRpc.usageGet, ({ payerId }) => {
        payer.push(payerId);
        return { metric: 'posts' as const, used: 100, limit: 100 };
      });
      await gateway.stub(mediaRpc.usageGet, { metric: 'storage', used: 1_048_576, limit: 1 });
      await gateway.stub(captionsRpc.usageGet, () => {
        throw new Error('broken');
      });
      const answer = await gateway.ask('GET', '/api/user/limits', { person });
      expect([answer.status, payer]).toEqual([200, [person.payerId]]);
      expect(answer.body).toMatchObject({
        ...{ subscriptionTier: 'pro', postsUsed: '100', canCreatePost: false, storageUsed: 1, canUpload: true },
        unavailable: ['captions', 'accounts'],
      });
    } finally {
      await gateway.close();
    }
  });
});

describe('the connect popup', () => {
  it('shows what happened, inert, whatever a name or reason contains', async () => {
    const gateway = await GatewayUnderTest.start();
    try {
      const person = gateway.person();
      const evil = `</script><script>alert(1)</script>"'<img src=x onerror=alert(1)>`;
      await gateway.stub(publisherRpc.oauthFinish, ({ query }) => {
        if (query['state'] === 'used') {
          throw new AppError('invalid_state');
        }
        return { outcome: 'failed' as const, platform: 'instagram' as const, reason: evil };
      });
      const page = await gateway.ask('GET', '/api/social/instagram/callback?state=x&code=y', { person });
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.text).not.toContain('<img src=x');
      // The theme's and the page's own: none of a stranger's.
      const nonce = /'nonce-([^']+)'/.exec(page.headers['content-security-policy'] ?? '')?.[1];
      expect(page.text.match(/<script[^>]*>/g)).toEqual(Array(2).fill(`<script nonce="${nonce}">`));
      const used = await gateway.ask('GET', '/api/social/instagram/callback?state=used', { person });
      expect(used.status).toBe(400);
      for (const platform of ['evil', '..%2finstagram', '%00', 'INSTAGRAM']) {
        expect((await gateway.ask('GET', `/api/social/${platform}/auth`, { person })).status).toBe(404);
      }
    } finally {
      await gateway.close();
    }
  });
});
