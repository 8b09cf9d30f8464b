import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, auditRpc, identityRpc, openidRpc } from '@postloom/contracts';
import type { ErrorCode } from '@postloom/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';

const user = {
  ...{ id: randomUUID(), email: 'mara@example.com', firstName: null, lastName: null, profileImageUrl: null },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', subscriptionTier: 'free' as const, emailVerified: true },
};
const signedIn = {
  ...{ outcome: 'signed_in' as const, user, sessionToken: 'new-token-of-the-session' },
  expiresAt: '2026-12-20T00:00:00.000Z',
};
const begun = { authorizeUrl: 'https://login.example/authorize?state=s', browser: 'a.b', keepSeconds: 900 };
const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ OIDC_ISSUER: 'https://login.example/tenant' });
});
afterAll(() => gateway.close());

const answering = (code: ErrorCode) => () => {
  throw new AppError(code);
};

describe('the sign-in at a provider', () => {
  it('is told to the page, with a name', async () => {
    const answer = await gateway.ask('GET', '/api/auth/provider');
    expect([answer.status, answer.body]).toEqual([200, { provider: { name: 'login.example' } }]);
  });

  it('leads there, with a cookie that binds it to this browser', async () => {
    const started = await gateway.stub(openidRpc.signInStart, begun);
    const answer = await gateway.ask('GET', '/api/login?returnTo=/media&screen=register', {
      headers: { cookie: '__Host-postloom_sign_in=b', 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Test' },
    });
    expect([answer.status, answer.headers['location']]).toEqual([302, begun.authorizeUrl]);
    expect(answer.headers['set-cookie']).toBe(
      '__Host-postloom_sign_in=a.b; Max-Age=900; Path=/; HttpOnly; SameSite=Lax; Secure',
    );
    expect(started.calls.map(({ input }) => input)).toEqual([
      { returnTo: '/media', browser: 'b', origin: { address: '203.0.113.9', userAgent: 'Test' } },
    ]);
  });

  it.each([
    ['https://evil.example'],
    ['//evil.example'],
    ['/\\evil.example'],
    ['%2f%2fevil.example'],
    ['/%2f%2fevil.example'],
    ['javascript:alert(1)'],
    ['/api/logout'],
    ['/objects/x'],
    [`/${'a'.repeat(2_000)}`],
  ])('returns to the start page for %s (S02)', async (returnTo) => {
    const started = await gateway.stub(openidRpc.signInStart, begun);
    for (const written of [returnTo, encodeURIComponent(returnTo)]) {
      await gateway.ask('GET', `/api/login?returnTo=${written.replaceAll('\\', '%5C')}`);
    }
    expect(started.calls.map(({ input }) => input.returnTo)).toEqual(['/', '/']);
  });

  it('starts a session on the way back, and the one that came along is replaced (S04)', async () => {
    const finished = await gateway.stub(openidRpc.signInFinish, { ...signedIn, returnTo: '/media?a=b' });
    const planted = gateway.person();
    const query = 'code=c%2F1&state=s&state=t&iss=https://login.example';
    const answer = await gateway.ask('GET', `/api/auth/callback?${query}`, {
      headers: {
        ...{ cookie: `${planted.cookie}; __Host-postloom_sign_in=a.b`, 'sec-fetch-site': 'cross-site', ...page },
        ...{ 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Test' },
      },
    });
    expect([answer.status, answer.headers['location']]).toEqual([302, '/media?a=b']);
    expect(answer.headers['set-cookie']).toBe(
      '__Host-postloom_session=new-token-of-the-session; Expires=Sun, 20 Dec 2026 00:00:00 GMT; Path=/; HttpOnly; SameSite=Lax; Secure',
    );
    expect(finished.calls.map(({ input }) => input)).toEqual([
      {
        ...{ query, browser: 'a.b', replaces: planted.token },
        origin: { address: '203.0.113.9', userAgent: 'Test' },
      },
    ]);
  });

  it('leads nowhere else, whatever identity says', async () => {
    await gateway.stub(openidRpc.signInFinish, { ...signedIn, returnTo: '/\\evil.example' });
    const answer = await gateway.ask('GET', '/api/auth/callback?code=c&state=s');
    expect(answer.headers['location']).toBe('/');
  });

  it('that is refused says why on the sign-in page, with no session', async () => {
    await gateway.stub(openidRpc.signInFinish, {
      outcome: 'refused',
      reason: 'address_missing',
      returnTo: '/media',
    });
    const answer = await gateway.ask('GET', '/api/auth/callback?code=c&state=s');
    expect([answer.status, answer.headers['location'], answer.headers['set-cookie']]).toEqual([
      302,
      '/login?returnTo=%2Fmedia&reason=provider-address_missing',
      undefined,
    ]);
  });

  it.each<[ErrorCode, number, string]>([
    ['invalid_state', 400, 'expired'],
    ['dependency_failed', 502, 'failed'],
    ['unavailable', 503, 'failed'],
    ['deadline', 504, 'failed'],
  ])('that fails with %s gives a program %i and a person a page (S03)', async (code, status, reason) => {
    await gateway.stub(openidRpc.signInFinish, answering(code));
    const program = await gateway.ask('GET', '/api/auth/callback?code=c&state=s');
    expect([program.status, program.body['error'], program.headers['set-cookie']]).toEqual([status, code, undefined]);
    const person = await gateway.ask('GET', '/api/auth/callback?code=c&state=s', { headers: page });
    expect([person.status, person.headers['location'], person.headers['set-cookie']]).toEqual([
      302,
      `/login?reason=provider-${reason}`,
      undefined,
    ]);
  });

  it('that can’t begin says so, and the way back stays', async () => {
    for (const [code, status, reason] of [
      ['dependency_failed', 502, 'failed'],
      ['rate_limited', 429, 'busy'],
    ] as const) {
      await gateway.stub(openidRpc.signInStart, answering(code));
      expect((await gateway.ask('GET', '/api/login?returnTo=/media')).status).toBe(status);
      const person = await gateway.ask('GET', '/api/login?returnTo=/media', { headers: page });
      expect([person.status, person.headers['location'], person.headers['set-cookie']]).toEqual([
        302,
        `/login?returnTo=%2Fmedia&reason=provider-${reason}`,
        undefined,
      ]);
    }
  });

  it.each([
    ['POST', '/api/auth/register', { email: 'mara@example.com', password: 'correct horse battery' }],
    ['POST', '/api/auth/login', { email: 'mara@example.com', password: 'correct horse battery' }],
    ['POST', '/api/auth/login', {}],
    ['POST', '/api/auth/password/forgot', { email: 'mara@example.com' }],
    ['POST', '/api/auth/password/reset', { token: 'x'.repeat(43), password: 'correct horse battery' }],
    ['GET', '/api/auth/login/second', undefined],
    ['POST', '/api/auth/login/second', { code: '123456' }],
    ['POST', '/api/auth/login/second/passkey', undefined],
    ['POST', '/api/auth/login/passkey/options', undefined],
    ['POST', '/api/auth/login/passkey', {}],
    ['POST', '/api/auth/email/confirm-change', { token: 'x'.repeat(43) }],
    ['POST', '/api/auth/secure-account', { token: 'x'.repeat(43) }],
  ])('leaves no %s %s', async (method, path, body) => {
    const answer = await gateway.ask(method, path, { body });
    expect([answer.status, answer.body['error']]).toEqual([404, 'not_found']);
  });

  it.each([
    ['POST', '/api/auth/confirm', { password: 'x' }],
    ['POST', '/api/auth/password/change', { currentPassword: 'x', newPassword: 'a wholly new password' }],
    ['POST', '/api/auth/email/change', { newEmail: 'a@example.com', currentPassword: 'x' }],
    ['GET', '/api/auth/security', undefined],
    ['POST', '/api/auth/totp', undefined],
    ['POST', '/api/auth/totp/confirm', { code: '123456' }],
    ['DELETE', '/api/auth/totp', undefined],
    ['POST', '/api/auth/recovery-codes', undefined],
    ['POST', '/api/auth/passkeys/options', undefined],
    ['POST', '/api/auth/passkeys', {}],
    ['PUT', `/api/auth/passkeys/${randomUUID()}`, { name: 'Phone' }],
    ['DELETE', `/api/auth/passkeys/${randomUUID()}`, undefined],
  ])('leaves a signed-in person no %s %s', async (method, path, body) => {
    const nobody = await gateway.ask(method, path, { body });
    expect(nobody.status).toBe(401);
    const answer = await gateway.ask(method, path, { person: gateway.person(), body });
    expect([answer.status, answer.body['error']]).toEqual([404, 'not_found']);
  });

  it('leaves the list of sessions and the log, which every account has', async () => {
    const person = gateway.person();
    await gateway.stub(identityRpc.sessionRevokeOthers, { success: true });
    await gateway.stub(auditRpc.auditList, []);
    expect((await gateway.ask('DELETE', '/api/auth/sessions', { person })).status).toBe(200);
    expect((await gateway.ask('GET', '/api/user/audit-log', { person })).status).toBe(200);
  });

  it('ends at the provider as well; another site ends nothing (S06)', async () => {
    const leaveAt = 'https://login.example/leave?id_token_hint=t';
    const ended = await gateway.stub(identityRpc.sessionEnd, { success: true, leaveAt });
    const person = gateway.person();
    const foreign = await gateway.ask('GET', '/api/logout', { person, headers: { 'sec-fetch-site': 'cross-site' } });
    expect([foreign.status, ended.calls.length]).toEqual([403, 0]);
    const answer = await gateway.ask('GET', '/api/logout', { person });
    expect([answer.status, answer.headers['location']]).toEqual([302, leaveAt]);
    expect(answer.headers['set-cookie']).toContain('__Host-postloom_session=; Max-Age=0');
  });
});

describe('with own accounts', () => {
  it('there is no provider, and signing out leads home', async () => {
    const plain = await GatewayUnderTest.start({ OIDC_ISSUER: '' });
    try {
      expect((await plain.ask('GET', '/api/auth/provider')).body).toEqual({ provider: null });
      await plain.stub(identityRpc.sessionEnd, { success: true });
      const answer = await plain.ask('GET', '/api/logout', { person: plain.person() });
      expect([answer.status, answer.headers['location']]).toEqual([302, '/']);
    } finally {
      await plain.close();
    }
  });
});
