import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditRpc, identityRpc, publisherEvents, rowsOf, secondStepRpc } from '@postloom/contracts';
import { removeOld, Scope, Uow } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import { retention } from '../retention.ts';
import { anyEmail, codeOf, IdentityUnderTest, origin, PASSWORD } from '../testing/identity-under-test.ts';
import { linkToken } from '../testing/inbox.ts';
import { Audit } from './audit.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await IdentityUnderTest.start({
    RATE_LIMITS: 'on',
    LIMIT_REGISTER: '1000/60',
    LIMIT_SIGN_IN_PAIR: '1000/60',
    LIMIT_SIGN_IN_ADDRESS: '1000/60',
    LIMIT_AUDIT_FAILURES: '3/3600',
  });
});
afterAll(() => identity.close());

const acts = async (userId: string): Promise<string[]> => (await identity.log(userId)).map(({ act }) => act);

describe('the audit log', () => {
  it('holds sign-ins, failed ones, ended sessions and a reset, newest first, for the person alone', async () => {
    const person = await identity.signUp();
    const stranger = await identity.signUp();
    await codeOf(identity.signIn(person.email, 'wrong password here'));
    await identity.signIn(person.email);
    const open = rowsOf(
      await identity.rpc(identityRpc.sessionList, { currentSessionId: randomUUID() }, { userId: person.id }),
    );
    await identity.rpc(identityRpc.sessionRevoke, { id: open[0]?.id ?? '' }, { userId: person.id });
    await identity.rpc(identityRpc.sessionRevokeAll, {}, { userId: person.id });
    await identity.rpc(identityRpc.passwordForgot, { email: person.email, origin });
    const token = linkToken(await identity.inbox.mailTo(person.email, /Set a new password/));
    await identity.rpc(identityRpc.passwordReset, { token, password: 'a wholly new password' });
    await identity.rpc(identityRpc.planChange, { tier: 'pro' }, { userId: person.id });

    expect(await acts(person.id)).toEqual([
      ...['plan_changed', 'password_reset', 'signed_out_everywhere', 'session_ended', 'signed_in'],
      ...['sign_in_failed', 'signed_in'],
    ]);
    const [plan, , , , signedIn, failed, signedUp] = await identity.log(person.id);
    expect([plan?.detail, signedIn?.detail, failed?.detail, signedUp?.detail]).toEqual([
      'pro',
      'password',
      'password',
      'sign-up',
    ]);
    expect([signedIn?.userAgent, failed?.userAgent]).toEqual(['Test browser', 'Test browser']);
    expect(await acts(stranger.id)).toEqual(['signed_in']);
    expect(await codeOf(identity.rpc(auditRpc.auditList, {}))).toBe('unauthorized');
  });

  it('is read in pages, whose cursors lead to no entry of somebody else', async () => {
    const person = await identity.signUp();
    const stranger = await identity.signUp();
    await identity.signIn(person.email);
    await identity.signIn(person.email);
    const first = await identity.rpc(auditRpc.auditList, { limit: 2 }, { userId: person.id });
    expect(first).toMatchObject({ total: 3, data: [{ act: 'signed_in' }, { act: 'signed_in' }] });
    const cursor = ('nextCursor' in first ? first.nextCursor : null) ?? '';
    const second = await identity.rpc(auditRpc.auditList, { limit: 2, cursor }, { userId: person.id });
    expect(second).toMatchObject({ nextCursor: null, data: [{ detail: 'sign-up' }] });
    const other = rowsOf(await identity.rpc(auditRpc.auditList, { limit: 2, cursor }, { userId: stranger.id }));
    expect(other.filter(({ id }) => rowsOf(first).some((row) => row.id === id))).toEqual([]);
  });

  it('notes only so many failures a day, and none for an address nobody has', async () => {
    const person = await identity.signUp();
    for (let turn = 0; turn < 5; turn += 1) {
      await codeOf(identity.signIn(person.email, 'wrong password here'));
    }
    expect((await acts(person.id)).filter((act) => act === 'sign_in_failed')).toHaveLength(3);
    const before = await identity.sql('SELECT FROM audit_log');
    expect(await codeOf(identity.signIn(anyEmail(), 'wrong password here'))).toBe('invalid_credentials');
    expect(await identity.sql('SELECT FROM audit_log')).toHaveLength(before.length);
  });

  it('still notes who is past the password after a flood of guesses at it', async () => {
    const person = await identity.signUp();
    const { sessionId } = await identity.resolve(person.sessionToken);
    const { secret } = await identity.rpc(secondStepRpc.totpStart, { sessionId }, { userId: person.id });
    const code = await identity.appCode(secret);
    await identity.rpc(secondStepRpc.totpConfirm, { code, sessionId, origin }, { userId: person.id });
    for (let turn = 0; turn < 5; turn += 1) {
      await codeOf(identity.signIn(person.email, 'wrong password here'));
    }
    const begun = await identity.startSignIn(person.email);
    const challengeToken = 'challengeToken' in begun ? begun.challengeToken : '';
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = { code: '000000' };
      await codeOf(identity.rpc(secondStepRpc.signInFinish, { challengeToken, answer, origin, replaces: null }));
    }
    const failed = (await identity.log(person.id)).filter(({ act }) => act === 'sign_in_failed');
    expect(failed.map(({ detail }) => detail)).toEqual([
      ...['second-step', 'second-step', 'second-step'],
      ...['password', 'password', 'password'],
    ]);
  });

  it('tells the owner of a business of connections made and ended, each once however often it is told', async () => {
    const person = await identity.signUp();
    const business = await identity.createBusiness(person);
    const accountId = randomUUID();
    const data = { accountId, platform: 'instagram' as const, accountName: 'Huber\r\nsigned_in' };
    const named = 'Instagram, Huber\\u000d\\u000asigned_in';
    const noted: unknown[] = [['signed_in', 'sign-up']];
    for (const [event, act] of [
      [publisherEvents.accountConnected, 'social_account_connected'],
      [publisherEvents.accountRemoved, 'social_account_removed'],
    ] as const) {
      const told = await identity.service.emitFrom(event, { businessId: business.id, entityId: accountId, data });
      await identity.service.retell(told);
      noted.unshift([act, named]);
      await eventually(`${act} is noted`, async () =>
        expect((await identity.log(person.id)).map((entry) => [entry.act, entry.detail])).toEqual(noted),
      );
    }
  });

  it('goes with the act: what is rolled back was never noted', async () => {
    const person = await identity.signUp();
    const failing = identity.service.get(Uow).run(Scope.global(), async (tx) => {
      await identity.service.get(Audit).note(tx, person.id, { act: 'export_asked' });
      throw new Error('the act failed');
    });
    await expect(failing).rejects.toThrow('the act failed');
    expect(await acts(person.id)).toEqual(['signed_in']);
  });

  it('is append-only for the service, and goes by age and with its person', async () => {
    const person = await identity.signUp();
    await expect(identity.sql(`UPDATE audit_log SET act = 'key_made' WHERE user_id = $1`, [person.id])).rejects.toThrow(
      /append-only/,
    );
    await expect(identity.sql('DELETE FROM audit_log WHERE user_id = $1', [person.id])).rejects.toThrow(/append-only/);
    const rule = retention.find(({ table }) => table === 'audit_log');
    if (!rule) {
      throw new Error('audit_log has no retention rule');
    }
    await identity.sql(
      `INSERT INTO audit_log (id, user_id, at, act) VALUES ($1, $2, now() - interval '401 days', 'signed_in')`,
      [randomUUID(), person.id],
    );
    expect(await removeOld(identity.service.get(Uow), rule)).toBe(1);
    expect(await acts(person.id)).toEqual(['signed_in']);
    await identity.sql('DELETE FROM users WHERE id = $1', [person.id]);
    expect(await identity.sql('SELECT FROM audit_log WHERE user_id = $1', [person.id])).toEqual([]);
  });

  it('holds no secret and no address', async () => {
    const person = await identity.signUp();
    await codeOf(identity.signIn(person.email, `${PASSWORD} but wrong`));
    const dump = JSON.stringify(await identity.sql('SELECT row_to_json(a) FROM audit_log a'));
    for (const secret of [PASSWORD, person.sessionToken, person.email, origin.address]) {
      expect(dump).not.toContain(secret);
    }
  });
});
