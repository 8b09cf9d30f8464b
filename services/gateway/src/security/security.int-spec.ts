import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountChangeRpc, identityRpc } from '@postloom/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
});
afterAll(() => gateway.close());

describe('changing what guards an account', () => {
  it('names the session by its cookie, never by what the request says', async () => {
    const person = gateway.person();
    const changed = await gateway.stub(accountChangeRpc.passwordChange, { success: true });
    const body = { currentPassword: 'the current one', newPassword: 'a wholly new password' };
    const answer = await gateway.ask('POST', '/api/auth/password/change', {
      person,
      body,
      headers: { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Test' },
    });
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect(changed.calls[0]?.input).toEqual({
      ...body,
      sessionId: person.sessionId,
      origin: { address: '203.0.113.9', userAgent: 'Test' },
    });
    const stranger = gateway.person();
    const claimed = await gateway.ask('POST', '/api/auth/password/change', {
      person,
      body: { ...body, sessionId: stranger.sessionId },
    });
    expect([claimed.status, claimed.body['error']]).toEqual([400, 'validation_failed']);
    expect(changed.calls.length).toBe(1);
  });

  it.each([
    ['POST', '/api/auth/confirm', { password: 'x' }],
    ['POST', '/api/auth/password/change', { currentPassword: 'x', newPassword: 'a wholly new password' }],
    ['POST', '/api/auth/email/change', { newEmail: 'a@example.com', currentPassword: 'x' }],
    ['DELETE', '/api/auth/sessions', undefined],
    ['GET', '/api/user/audit-log', undefined],
  ])('%s %s is for a signed-in person, from this site', async (method, path, body) => {
    const nobody = await gateway.ask(method, path, { body });
    expect([nobody.status, nobody.body['error']]).toEqual([401, 'unauthorized']);
    if (method !== 'GET') {
      const person = gateway.person();
      const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
      const foreign = await gateway.ask(method, path, { person, body, headers });
      expect([foreign.status, foreign.body['error']]).toEqual([403, 'csrf_rejected']);
    }
  });

  it.each(['/api/auth/email/confirm-change', '/api/auth/secure-account'])(
    '%s acts on POST alone: who previews links in mails changes nothing',
    async (path) => {
      const token = 'x'.repeat(43);
      expect((await gateway.ask('GET', `${path}?token=${token}`)).status).toBe(404);
      const form = await gateway.ask('POST', path, {
        raw: `token=${token}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(form.status).toBe(415);
    },
  );

  it('asks for the other sessions to end, not for this one', async () => {
    const person = gateway.person();
    const ended = await gateway.stub(identityRpc.sessionRevokeOthers, { success: true });
    const answer = await gateway.ask('DELETE', '/api/auth/sessions', { person });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
    expect(ended.calls[0]?.input).toEqual({ currentSessionId: person.sessionId });
  });
});
