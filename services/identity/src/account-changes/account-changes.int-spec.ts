import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountChangeRpc, identityRpc } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import { ConfirmedSessions } from '../sessions/index.ts';
import { anyEmail, codeOf, IdentityUnderTest, origin, PASSWORD } from '../testing/identity-under-test.ts';
import type { Person } from '../testing/identity-under-test.ts';
import { linkToken } from '../testing/inbox.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await IdentityUnderTest.start({
    RATE_LIMITS: 'on',
    LIMIT_REGISTER: '1000/60',
    LIMIT_SIGN_IN_ADDRESS: '1000/60',
    LIMIT_FORGOT: '1000/60',
    LIMIT_PASSWORD_CHECK: '5/900',
    LIMIT_EMAIL_CHANGE: '3/3600',
  });
});
afterAll(() => identity.close());

const NEW = 'a wholly new password';
const NOT_YOU = /secure-account\?token=/;
const TOLD_PASSWORD = /password was changed/;
const TOLD_ASKED = /A new address for/;
const TOLD_CHANGED = /has a new address/;
const CONFIRM_NEW = /Confirm your new email address/;

const changePassword = async (person: Person, currentPassword: string, newPassword = NEW) =>
  identity.rpc(
    accountChangeRpc.passwordChange,
    { currentPassword, newPassword, ...(await identity.inSession(person)) },
    { userId: person.id },
  );
const askEmail = async (person: Person, newEmail: string, currentPassword = PASSWORD) =>
  identity.rpc(
    accountChangeRpc.emailAskChange,
    { newEmail, currentPassword, ...(await identity.inSession(person)) },
    { userId: person.id },
  );
const followEmail = (token: string) => identity.rpc(accountChangeRpc.emailChange, { token });
const secure = (token: string) => identity.rpc(accountChangeRpc.accountSecure, { token });
const mailed = async (to: string, subject: RegExp) => linkToken(await identity.inbox.mailTo(to, subject));
const acts = async (person: Person) => (await identity.log(person.id)).map(({ act }) => act);
const addressOf = async (person: Person) => {
  const [row] = await identity.sql<{ email: string }>('SELECT email FROM users WHERE id = $1', [person.id]);
  return row?.email;
};
const refused = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    (error: unknown) => error as { code: string; details: { path: string }[] },
  );

describe('another password', () => {
  it('takes effect here, ends every other session and every link, and is told by mail', async () => {
    const person = await identity.signUp();
    const elsewhere = await identity.signIn(person.email);
    await identity.rpc(identityRpc.passwordForgot, { email: person.email, origin });
    const reset = await mailed(person.email, /Set a new password/);
    expect(await changePassword(person, PASSWORD)).toEqual({ success: true });
    expect((await identity.resolve(person.sessionToken)).userId).toBe(person.id);
    expect(await codeOf(identity.resolve(elsewhere.sessionToken))).toBe('unauthorized');
    expect(await codeOf(identity.rpc(identityRpc.passwordReset, { token: reset, password: 'another password' }))).toBe(
      'token_expired',
    );
    expect(await codeOf(identity.signIn(person.email, PASSWORD))).toBe('invalid_credentials');
    expect((await identity.signIn(person.email, NEW)).user.id).toBe(person.id);
    expect((await identity.inbox.mailTo(person.email, TOLD_PASSWORD)).text).toMatch(NOT_YOU);
    expect(await acts(person)).toContain('password_changed');
  });

  it('needs the current one, which nobody guesses at an open session; its owner elsewhere goes on', async () => {
    const person = await identity.signUp();
    const stranger = await identity.signUp();
    const wrong = await refused(changePassword(person, 'not my password'));
    expect(wrong).toMatchObject({ code: 'validation_failed', details: [{ path: 'currentPassword' }] });
    const codes = await Promise.all(
      Array.from({ length: 20 }, () => codeOf(changePassword(person, 'not my password'))),
    );
    expect(codes.filter((code) => code === 'validation_failed')).toHaveLength(4);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(16);
    expect(await codeOf(changePassword(person, PASSWORD))).toBe('rate_limited');
    const { sessionId } = await identity.inSession(person);
    const away = { address: '198.51.100.77', userAgent: 'Phone' };
    const input = { currentPassword: PASSWORD, newPassword: NEW, sessionId, origin: away };
    expect(await codeOf(identity.rpc(accountChangeRpc.passwordChange, input, { userId: stranger.id }))).toBe(
      'no error',
    );
    expect(await codeOf(identity.rpc(accountChangeRpc.passwordChange, input, { userId: person.id }))).toBe('no error');
    expect(await codeOf(identity.rpc(accountChangeRpc.passwordChange, input))).toBe('unauthorized');
  });

  it('short, or of a person who is gone, changes nothing', async () => {
    const person = await identity.signUp();
    expect(await codeOf(changePassword(person, PASSWORD, 'eleven char'))).toBe('validation_failed');
    const input = { currentPassword: PASSWORD, newPassword: NEW, ...(await identity.inSession(person)) };
    const gone = await refused(identity.rpc(accountChangeRpc.passwordChange, input, { userId: randomUUID() }));
    expect(gone).toMatchObject({ code: 'validation_failed', details: [{ path: 'currentPassword' }] });
    expect((await identity.signIn(person.email)).user.id).toBe(person.id);
  });
});

describe('another address', () => {
  it('is the person’s once the link in its mailbox was followed, and not before', async () => {
    const person = await identity.signUp();
    const next = anyEmail();
    expect(await askEmail(person, ` ${next.toUpperCase()} `)).toEqual({ success: true });
    expect((await identity.inbox.mailTo(person.email, TOLD_ASKED)).text).toMatch(NOT_YOU);
    const link = await mailed(next, CONFIRM_NEW);
    expect(await addressOf(person)).toBe(person.email);
    expect(await codeOf(identity.signIn(next))).toBe('invalid_credentials');

    expect(await followEmail(link)).toEqual({ success: true });
    expect((await identity.resolve(person.sessionToken)).user).toMatchObject({ email: next, emailVerified: true });
    expect((await identity.signIn(next)).user.id).toBe(person.id);
    expect(await codeOf(identity.signIn(person.email))).toBe('invalid_credentials');
    expect((await identity.inbox.mailTo(person.email, TOLD_CHANGED)).text).toMatch(NOT_YOU);
    expect(await codeOf(followEmail(link))).toBe('token_expired');
    expect((await identity.told(person.id)).map(({ subject }) => subject)).toContain('identity.user.changed.v1');
    expect(await acts(person)).toEqual(expect.arrayContaining(['email_change_asked', 'email_changed']));
  });

  it('that somebody has is answered alike; its owner is told and nothing changes', async () => {
    const person = await identity.signUp();
    const owner = await identity.signUp();
    expect(await askEmail(person, owner.email)).toEqual(await askEmail(person, anyEmail()));
    const told = await identity.inbox.mailTo(owner.email, /already has a Postloom account/);
    expect(told.text).not.toContain('token=');
    expect(told.text).not.toContain(person.email);
    expect([await addressOf(person), await addressOf(owner)]).toEqual([person.email, owner.email]);
  });

  it('taken while the link was on its way is refused, and the link stays unused', async () => {
    const person = await identity.signUp();
    const next = anyEmail();
    await askEmail(person, next);
    const link = await mailed(next, CONFIRM_NEW);
    const other = await identity.signUp(next);
    expect(await codeOf(followEmail(link))).toBe('conflict');
    expect([await addressOf(person), await addressOf(other)]).toEqual([person.email, next]);
  });

  it('is the last one that was asked for, is over after a day, and not one’s own', async () => {
    const person = await identity.signUp();
    const [first, second] = [anyEmail(), anyEmail()];
    await askEmail(person, first);
    const old = await mailed(first, CONFIRM_NEW);
    await askEmail(person, second);
    const link = await mailed(second, CONFIRM_NEW);
    expect(await codeOf(followEmail(old))).toBe('token_expired');
    await identity.sql(
      `UPDATE one_use_tokens SET expires_at = expires_at - interval '24 hours' WHERE user_id = $1 AND purpose = 'change_email'`,
      [person.id],
    );
    expect(await codeOf(followEmail(link))).toBe('token_expired');
    const own = await refused(askEmail(person, person.email));
    expect(own).toMatchObject({ code: 'validation_failed', details: [{ path: 'newEmail' }] });
    expect(await codeOf(askEmail(person, anyEmail(), 'not my password'))).toBe('validation_failed');
    expect(await addressOf(person)).toBe(person.email);
  });

  it('is asked for three times an hour at most: each sends mails to addresses of the asker’s choice', async () => {
    const person = await identity.signUp();
    const codes: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      codes.push(await codeOf(askEmail(person, anyEmail())));
    }
    expect(codes).toEqual(['no error', 'no error', 'no error', 'rate_limited', 'rate_limited']);
  });

  it('takes no link of another kind, and lends its own to nothing else', async () => {
    const person = await identity.signUp();
    const next = anyEmail();
    await askEmail(person, next);
    const change = await mailed(next, CONFIRM_NEW);
    const undo = await mailed(person.email, TOLD_ASKED);
    expect(await codeOf(followEmail(undo))).toBe('invalid_token');
    expect(await codeOf(secure(change))).toBe('invalid_token');
    expect(await codeOf(identity.rpc(identityRpc.passwordReset, { token: change, password: NEW }))).toBe(
      'invalid_token',
    );
    expect(await codeOf(identity.rpc(identityRpc.emailConfirm, { token: undo }))).toBe('invalid_token');
    expect(await addressOf(person)).toBe(person.email);
  });
});

describe('the link for a change that was somebody else’s', () => {
  it('ends every session, takes the address back, and lets a new password be set, once', async () => {
    const person = await identity.signUp();
    const thief = await identity.signIn(person.email);
    const theirs = anyEmail();
    await askEmail(person, theirs);
    await followEmail(await mailed(theirs, CONFIRM_NEW));
    const undo = await mailed(person.email, TOLD_CHANGED);
    // The thief has begun a further change, and a reset in the mailbox that is theirs.
    await askEmail(person, anyEmail());
    await identity.rpc(identityRpc.passwordForgot, { email: theirs, origin });
    const reset = await mailed(theirs, /Set a new password/);

    const { resetToken } = await secure(undo);
    expect(await addressOf(person)).toBe(person.email);
    for (const token of [person.sessionToken, thief.sessionToken]) {
      expect(await codeOf(identity.resolve(token))).toBe('unauthorized');
    }
    expect(await codeOf(identity.rpc(identityRpc.passwordReset, { token: reset, password: NEW }))).toBe(
      'token_expired',
    );
    expect(await codeOf(identity.signIn(person.email, PASSWORD))).toBe('invalid_credentials');
    expect(await codeOf(identity.signIn(theirs, PASSWORD))).toBe('invalid_credentials');
    expect(await codeOf(secure(undo))).toBe('token_expired');
    expect(await identity.rpc(identityRpc.passwordReset, { token: resetToken, password: NEW })).toEqual({
      success: true,
    });
    expect((await identity.signIn(person.email, NEW)).user).toMatchObject({ id: person.id, emailVerified: true });
    const open = await identity.sql(
      `SELECT FROM one_use_tokens WHERE user_id = $1 AND used_at IS NULL AND purpose IN ('change_email', 'secure_account')`,
      [person.id],
    );
    expect(open).toEqual([]);
  });

  it('works for a week, and followed twice at once only once', async () => {
    const person = await identity.signUp();
    await changePassword(person, PASSWORD);
    const undo = await mailed(person.email, TOLD_PASSWORD);
    const [row] = await identity.sql<{ hours: number }>(
      `SELECT round(extract(epoch FROM expires_at - now()) / 3600)::int AS hours FROM one_use_tokens
        WHERE user_id = $1 AND purpose = 'secure_account'`,
      [person.id],
    );
    expect(row?.hours).toBe(168);
    const codes = await Promise.all([codeOf(secure(undo)), codeOf(secure(undo))]);
    expect(codes.sort()).toEqual(['no error', 'token_expired']);
    expect(await codeOf(secure('x'.repeat(43)))).toBe('invalid_token');
  });

  it('tells nobody’s secret: queue, log and events hold no address, password or link', async () => {
    const person = await identity.signUp();
    const next = anyEmail();
    await askEmail(person, next);
    const link = await mailed(next, CONFIRM_NEW);
    const undo = await mailed(person.email, TOLD_ASKED);
    await eventually('both mails are done with', async () =>
      expect(
        await identity.sql('SELECT FROM mail_queue WHERE user_id = $1 AND to_email IS NOT NULL', [person.id]),
      ).toEqual([]),
    );
    const dump = JSON.stringify([
      await identity.sql('SELECT row_to_json(o) FROM outbox o'),
      await identity.sql('SELECT row_to_json(m) FROM mail_queue m WHERE m.user_id = $1', [person.id]),
      await identity.sql('SELECT row_to_json(a) FROM audit_log a'),
      await identity.sql('SELECT row_to_json(t) FROM throttles t'),
    ]);
    for (const secret of [PASSWORD, next, person.email, link, undo, origin.address]) {
      expect(dump).not.toContain(secret);
    }
  });
});

describe('a confirmed session', () => {
  const require = (person: Person, sessionId: string) =>
    codeOf(
      identity.service
        .get(Uow)
        .run(Scope.global(), (tx) => identity.service.get(ConfirmedSessions).require(tx, person.id, sessionId)),
    );
  const grow = (person: Person) =>
    identity.sql(`UPDATE sessions SET confirmed_at = confirmed_at - interval '15 minutes' WHERE user_id = $1`, [
      person.id,
    ]);

  it('is one whose person signed in or gave the password a quarter of an hour ago at most', async () => {
    const person = await identity.signUp();
    const { sessionId } = await identity.inSession(person);
    expect(await require(person, sessionId)).toBe('no error');
    await grow(person);
    expect(await require(person, sessionId)).toBe('confirmation_required');
    const confirm = (password: string) =>
      identity.rpc(accountChangeRpc.identityConfirm, { password, sessionId, origin }, { userId: person.id });
    expect(await codeOf(confirm('not my password'))).toBe('validation_failed');
    expect(await require(person, sessionId)).toBe('confirmation_required');
    const { confirmedUntil } = await confirm(PASSWORD);
    expect(await require(person, sessionId)).toBe('no error');
    const minutes = (Date.parse(confirmedUntil) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15.1);
  });

  it('is the person’s own, open, and no other of theirs', async () => {
    const person = await identity.signUp();
    const stranger = await identity.signUp();
    const { sessionId } = await identity.inSession(person);
    expect(await require(stranger, sessionId)).toBe('confirmation_required');
    const second = await identity.signIn(person.email);
    await grow(person);
    await identity.rpc(
      accountChangeRpc.identityConfirm,
      { password: PASSWORD, ...(await identity.inSession(person)) },
      { userId: person.id },
    );
    expect(await require(person, (await identity.resolve(second.sessionToken)).sessionId)).toBe(
      'confirmation_required',
    );
    expect(
      await codeOf(
        identity.rpc(
          accountChangeRpc.identityConfirm,
          { password: PASSWORD, sessionId, origin },
          { userId: stranger.id },
        ),
      ),
    ).toBe('unauthorized');
    await identity.rpc(identityRpc.sessionRevokeAll, {}, { userId: person.id });
    expect(await require(person, sessionId)).toBe('confirmation_required');
  });
});
