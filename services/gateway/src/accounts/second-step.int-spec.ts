import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, identityRpc, secondStepRpc } from '@postloom/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';

const user = {
  ...{ id: '0192f3c0-0000-7000-8000-000000000001', email: 'mara@example.com', firstName: null, lastName: null },
  ...{ profileImageUrl: null, createdAt: '2026-01-01T00:00:00.000Z', subscriptionTier: 'free' as const },
  emailVerified: true,
};
const signed = { user, sessionToken: 'new-token-of-the-session', expiresAt: '2026-12-20T00:00:00.000Z' };
const challenge = { challengeToken: 'token-of-the-sign-in-under-way', expiresAt: '2026-12-20T00:00:00.000Z' };
const second = '__Host-postloom_sign_in_second';
const byPasskey = '__Host-postloom_sign_in_passkey';
const strict = 'Path=/; HttpOnly; SameSite=Strict; Secure';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
});
afterAll(() => gateway.close());

describe('a sign-in with a second step', () => {
  it('starts no session by the password, only a cookie for the step, which opens nothing', async () => {
    await gateway.stub(identityRpc.sessionStart, challenge);
    const answer = await gateway.ask('POST', '/api/auth/login', {
      body: { email: 'mara@example.com', password: 'correct horse battery' },
    });
    expect([answer.status, answer.body['error']]).toEqual([401, 'second_step_required']);
    expect(answer.headers['set-cookie']).toBe(
      `${second}=${challenge.challengeToken}; Expires=Sun, 20 Dec 2026 00:00:00 GMT; ${strict}`,
    );
    expect(answer.text).not.toContain(challenge.challengeToken);
    for (const name of [second, '__Host-postloom_session']) {
      const opened = await gateway.ask('GET', '/api/auth/user', {
        headers: { cookie: `${name}=${challenge.challengeToken}` },
      });
      expect(opened.status).toBe(401);
    }
  });

  it('is completed by the browser that has the cookie, in place of the session before (S04)', async () => {
    const planted = gateway.person();
    const finished = await gateway.stub(secondStepRpc.signInFinish, signed);
    const answer = await gateway.ask('POST', '/api/auth/login/second', {
      body: { code: ' 123456 ' },
      headers: { cookie: `${planted.cookie}; ${second}=${challenge.challengeToken}`, 'user-agent': 'Test' },
    });
    expect([answer.status, answer.body]).toEqual([200, user]);
    expect(answer.headers['set-cookie']).toBe(
      [
        '__Host-postloom_session=new-token-of-the-session; Expires=Sun, 20 Dec 2026 00:00:00 GMT; Path=/; HttpOnly; SameSite=Lax; Secure',
        `${second}=; Max-Age=0; ${strict}`,
      ].join(','),
    );
    expect(finished.calls[0]?.input).toMatchObject({
      ...{ challengeToken: challenge.challengeToken, replaces: planted.token, answer: { code: '123456' } },
    });
  });

  it('in another browser is nobody’s: its cookie is empty, and that of the other way does not count', async () => {
    const tokens: string[] = [];
    await gateway.stub(secondStepRpc.signInFinish, ({ challengeToken }) => {
      tokens.push(challengeToken);
      throw new AppError('invalid_state');
    });
    for (const cookie of ['', `${byPasskey}=${challenge.challengeToken}`]) {
      const answer = await gateway.ask('POST', '/api/auth/login/second', {
        body: { code: '123456' },
        headers: { cookie },
      });
      expect([answer.status, answer.body['error'], answer.headers['set-cookie']]).toEqual([
        400,
        'invalid_state',
        undefined,
      ]);
    }
    expect(tokens).toEqual(['', '']);
  });

  it.each([
    [{}, 400],
    [{ code: '12345' }, 400],
    [{ code: '123456', userId: user.id }, 400],
    [{ passkey: { id: '../../x', rawId: 'x', type: 'public-key', response: {} } }, 400],
  ])('refuses %j', async (body, status) => {
    const answer = await gateway.ask('POST', '/api/auth/login/second', { body });
    expect([answer.status, answer.body['error']]).toEqual([status, 'validation_failed']);
  });

  it.each(['/api/auth/login/second', '/api/auth/login/passkey', '/api/auth/login/passkey/options'])(
    '%s is refused from another site, and as a form',
    async (path) => {
      const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
      const foreign = await gateway.ask('POST', path, { body: { code: '123456' }, headers });
      expect([foreign.status, foreign.body['error']]).toEqual([403, 'csrf_rejected']);
      const form = await gateway.ask('POST', path, {
        raw: 'code=123456',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(form.status).toBe(415);
    },
  );
});

describe('a sign-in by passkey', () => {
  it('hands out what is to be signed with a cookie of its own, and no token in the answer', async () => {
    const options = { challenge: 'abc', rpId: 'postloom.example' };
    await gateway.stub(secondStepRpc.passkeySignInStart, { options, ...challenge });
    const answer = await gateway.ask('POST', '/api/auth/login/passkey/options');
    expect([answer.status, answer.body]).toEqual([200, { options }]);
    expect(answer.headers['set-cookie']).toContain(`${byPasskey}=${challenge.challengeToken}; `);
  });
});
