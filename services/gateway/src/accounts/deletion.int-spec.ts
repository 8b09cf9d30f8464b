import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, callbackRpc, deletionRpc } from '@postloom/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';

/** Fakes two neighbours: identity, which decides, and publisher, which has codes of its own. */
describe('deleting everything about a person', () => {
  let gateway: GatewayUnderTest;
  const asked: { email: string; sessionToken: string | null }[] = [];
  let state: 'pending' | 'verified' = 'pending';
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    await gateway.stub(deletionRpc.deletionRequest, ({ email, sessionToken }) => {
      asked.push({ email, sessionToken });
      return { success: true as const, confirmationCode: 'abc', state };
    });
    await gateway.stub(deletionRpc.deletionConfirm, ({ token }) => {
      if (token.startsWith('used')) {
        throw new AppError('token_expired');
      }
      if (!token.startsWith('right')) {
        throw new AppError('invalid_token');
      }
      return { success: true as const };
    });
    const at = '2026-11-20T10:00:00Z';
    const times = { requestedAt: at, expiresAt: at, verifiedAt: null, deletingAt: null, completedAt: null };
    await gateway.stub(deletionRpc.deletionStatus, ({ code }) => {
      if (code !== 'ours') {
        throw new AppError('not_found');
      }
      return { about: 'person' as const, state: 'pending' as const, ...times };
    });
    await gateway.stub(callbackRpc.deletionStatus, ({ code }) => {
      if (code !== 'theirs') {
        throw new AppError('not_found');
      }
      return { about: 'platform_person' as const, state: 'completed' as const, ...times };
    });
  });
  afterAll(() => gateway.close());
  const request = (body: unknown, person?: Parameters<typeof gateway.ask>[2]) =>
    gateway.ask('POST', '/api/data-deletion-request', { body, ...person });
  const token = (word: string): string => `${word}-`.padEnd(43, 'x');

  it('takes what the form sends, without a session, and passes on the address alone', async () => {
    const answer = await request({
      email: ' Anna@Example.com ',
      reason: 'Too many posts',
      requestedAt: '2026-11-20T10:00:00.000Z',
      userAgent: 'Browser',
    });
    expect([answer.status, answer.body]).toEqual([200, { success: true, confirmationCode: 'abc', state: 'pending' }]);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(asked.at(-1)).toEqual({ email: 'anna@example.com', sessionToken: null });
  });

  it('shows identity the session of the browser, and takes its cookie back when the person is deleted at once', async () => {
    const person = gateway.person();
    state = 'verified';
    const answer = await request({ email: 'anna@example.com' }, { person });
    state = 'pending';
    expect(asked.at(-1)?.sessionToken).toBe(person.token);
    expect(answer.body['state']).toBe('verified');
    expect(answer.headers['set-cookie']).toContain('Max-Age=0');
  });

  it.each([
    ['no address', {}],
    ['something else', { email: 'anna' }],
    ['an object', { email: { $ne: 1 } }],
    ['an unknown field', { email: 'anna@example.com', admin: true }],
    ['a day that does not exist', { email: 'anna@example.com', requestedAt: '2026-02-30T10:00:00Z' }],
    ['a novel', { email: 'anna@example.com', reason: 'x'.repeat(2_001) }],
  ])('refuses %s', async (_name, body) => {
    const before = asked.length;
    const answer = await request(body);
    expect([answer.status, answer.body['error']]).toEqual([400, 'validation_failed']);
    expect(asked).toHaveLength(before);
  });

  it('cannot be asked for or confirmed through a browser on another site', async () => {
    const before = asked.length;
    const headers = { origin: 'https://evil.example' };
    for (const [path, body] of [
      ['/api/data-deletion-request', { email: 'anna@example.com' }],
      ['/api/data-deletion-confirm', { token: token('right') }],
    ] as const) {
      expect((await gateway.ask('POST', path, { body, headers })).status).toBe(403);
    }
    expect(asked).toHaveLength(before);
  });

  it('is confirmed by POST alone: 200, 404 unknown, 410 used', async () => {
    const confirm = async (word: string) =>
      (await gateway.ask('POST', '/api/data-deletion-confirm', { body: { token: token(word) } })).status;
    expect([await confirm('right'), await confirm('made up'), await confirm('used')]).toEqual([200, 404, 410]);
    expect((await gateway.ask('GET', `/api/data-deletion-confirm?token=${token('right')}`)).status).toBe(404);
  });

  it('has a status by code, wherever the code came from', async () => {
    const status = (code: string) => gateway.ask('GET', `/api/data-deletion-status?code=${code}`);
    expect((await status('ours')).body).toMatchObject({ about: 'person', state: 'pending' });
    expect((await status('theirs')).body).toMatchObject({ about: 'platform_person', state: 'completed' });
    expect((await status('nobodys')).status).toBe(404);
    expect((await status('')).status).toBe(400);
  });
});
