import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { settingFiles } from '@postloom/chassis';
import { accountChangeRpc, identityRpc, secondStepRpc } from '@postloom/contracts';
import { codeOf, IdentityUnderTest, origin, PASSWORD, vaultKeys } from '../testing/identity-under-test.ts';
import type { Person } from '../testing/identity-under-test.ts';
import { linkToken } from '../testing/inbox.ts';
import { ResealWorker } from './reseal.worker.ts';

const folder = mkdtempSync(join(tmpdir(), 'identity-keys-'));
const keyFile = join(folder, 'vault-keys');

let identity: IdentityUnderTest;
beforeAll(async () => {
  writeFileSync(keyFile, vaultKeys);
  identity = await IdentityUnderTest.start({
    ...{ VAULT_KEYS: '', VAULT_KEYS_FILE: keyFile },
    RATE_LIMITS: 'on',
    LIMIT_REGISTER: '1000/60',
    LIMIT_SIGN_IN_PAIR: '1000/60',
    LIMIT_SIGN_IN_ADDRESS: '1000/60',
    LIMIT_SECOND_STEP_PAIR: '8/900',
    LIMIT_SECOND_STEP_ACCOUNT: '12/3600',
  });
});
afterAll(async () => {
  await identity.close();
  rmSync(folder, { recursive: true });
});

const caller = (person: Person) => ({ userId: person.id });
const start = async (person: Person) => {
  const { sessionId } = await identity.inSession(person);
  return identity.rpc(secondStepRpc.totpStart, { sessionId }, caller(person));
};
const confirm = async (person: Person, code: string) =>
  identity.rpc(secondStepRpc.totpConfirm, { code, ...(await identity.inSession(person)) }, caller(person));
const stateOf = async (person: Person) =>
  (await identity.rpc(secondStepRpc.securityGet, {}, caller(person))).secondStep;
const acts = async (person: Person) => (await identity.log(person.id)).map(({ act }) => act);

/** A person whose sign-in asks for a code; none of now's steps is used up. */
async function withApp() {
  const person = await identity.signUp();
  const { secret } = await start(person);
  const { recoveryCodes } = await confirm(person, await identity.appCode(secret));
  await identity.sql('UPDATE totp SET last_step = 0 WHERE user_id = $1', [person.id]);
  return { person, secret, recoveryCodes };
}

async function challengeOf(person: Person, address = origin.address): Promise<string> {
  const answer = await identity.startSignIn(person.email, PASSWORD, address);
  if (!('challengeToken' in answer)) {
    throw new Error('the password alone was enough');
  }
  return answer.challengeToken;
}

const finish = (challengeToken: string, code: string, replaces: string | null = null, address = origin.address) =>
  identity.rpc(secondStepRpc.signInFinish, {
    challengeToken,
    answer: { code },
    origin: { ...origin, address },
    replaces,
  });

describe('setting up an app', () => {
  it('takes effect with its first code, tells the owner, and answers ten recovery codes', async () => {
    const person = await identity.signUp();
    expect(await stateOf(person)).toEqual({ isAvailable: true, onSince: null, recoveryCodesLeft: 0 });
    const { secret, uri } = await start(person);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Postloom:person-/);
    expect(uri).toContain(`secret=${secret}`);
    expect((await identity.signIn(person.email)).user.id).toBe(person.id);
    expect(await codeOf(confirm(person, '000000'))).toBe('invalid_code');

    const { recoveryCodes } = await confirm(person, await identity.appCode(secret));
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await stateOf(person)).toEqual({
      isAvailable: true,
      onSince: expect.stringMatching(/Z$/),
      recoveryCodesLeft: 10,
    });
    expect((await identity.inbox.mailTo(person.email, /How you sign in/)).text).toContain('secure-account?token=');
    expect(await acts(person)).toContain('totp_on');
    expect(await codeOf(start(person))).toBe('conflict');
    expect(await codeOf(confirm(person, await identity.appCode(secret, 1)))).toBe('conflict');
  });

  it('needs a session that was confirmed lately, and so does turning it off and making codes', async () => {
    const { person } = await withApp();
    const other = await identity.signUp();
    for (const { id } of [person, other]) {
      await identity.sql(`UPDATE sessions SET confirmed_at = now() - interval '16 minutes' WHERE user_id = $1`, [id]);
    }
    const session = await identity.inSession(person);
    expect(await codeOf(start(other))).toBe('confirmation_required');
    expect(await codeOf(identity.rpc(secondStepRpc.totpEnd, session, caller(person)))).toBe('confirmation_required');
    expect(await codeOf(identity.rpc(secondStepRpc.recoveryCodesRenew, session, caller(person)))).toBe(
      'confirmation_required',
    );
    expect((await stateOf(person)).recoveryCodesLeft).toBe(10);
    await identity.rpc(accountChangeRpc.identityConfirm, { password: PASSWORD, ...session }, caller(person));
    const renewed = await identity.rpc(secondStepRpc.recoveryCodesRenew, session, caller(person));
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect(await identity.rpc(secondStepRpc.totpEnd, session, caller(person))).toEqual({ success: true });
    expect(await stateOf(person)).toMatchObject({ onSince: null, recoveryCodesLeft: 0 });
    expect((await identity.signIn(person.email)).user.id).toBe(person.id);
    expect((await acts(person)).slice(0, 3)).toEqual(['signed_in', 'totp_off', 'recovery_codes_made']);
  });

  it('stores no secret and no code in the open', async () => {
    const { person, secret, recoveryCodes } = await withApp();
    const dump = JSON.stringify([
      await identity.sql('SELECT row_to_json(t) FROM totp t WHERE user_id = $1', [person.id]),
      await identity.sql('SELECT row_to_json(r) FROM recovery_codes r WHERE user_id = $1', [person.id]),
      await identity.sql('SELECT row_to_json(o) FROM outbox o'),
      await identity.sql('SELECT row_to_json(a) FROM audit_log a'),
    ]);
    const [code = ''] = recoveryCodes;
    const hex = (text: string) => Buffer.from(text).toString('hex');
    for (const hidden of [secret, hex(secret), code, code.replaceAll('-', ''), hex(code)]) {
      expect(dump).not.toContain(hidden);
    }
  });

  it('belongs to a signed-in person', async () => {
    const { person } = await withApp();
    const session = await identity.inSession(person);
    expect(await codeOf(identity.rpc(secondStepRpc.totpEnd, session))).toBe('unauthorized');
    const stranger = await identity.signUp();
    expect(await codeOf(identity.rpc(secondStepRpc.totpEnd, session, caller(stranger)))).toBe('confirmation_required');
    expect((await stateOf(person)).onSince).not.toBeNull();
  });
});

describe('signing in with a second step', () => {
  it('opens no session by the password, and one by the code, in place of the one before (S04)', async () => {
    const { person, secret } = await withApp();
    const planted = await identity.signUp();
    const before = await identity.sql('SELECT FROM sessions WHERE user_id = $1', [person.id]);
    const challengeToken = await challengeOf(person);
    expect(await identity.sql('SELECT FROM sessions WHERE user_id = $1', [person.id])).toHaveLength(before.length);
    expect(await codeOf(identity.resolve(challengeToken))).toBe('unauthorized');
    expect(await identity.rpc(secondStepRpc.signInWays, { challengeToken })).toMatchObject({ ways: ['code'] });
    const signed = await finish(challengeToken, await identity.appCode(secret), planted.sessionToken);
    expect((await identity.resolve(signed.sessionToken)).userId).toBe(person.id);
    expect(await codeOf(identity.resolve(planted.sessionToken))).toBe('unauthorized');
    expect((await identity.log(person.id))[0]).toMatchObject({ act: 'signed_in', detail: 'code' });
  });

  it('takes each code once, one of before or after by a step, and none of another time', async () => {
    const { person, secret } = await withApp();
    const now = await identity.appCode(secret);
    await finish(await challengeOf(person), now);
    expect(await codeOf(finish(await challengeOf(person), now))).toBe('invalid_code');
    expect(await codeOf(finish(await challengeOf(person), await identity.appCode(secret, -1)))).toBe('invalid_code');
    expect(await codeOf(finish(await challengeOf(person), await identity.appCode(secret, 3)))).toBe('invalid_code');
    const spaced = (await identity.appCode(secret, 1)).replace(/^(...)/, '$1 ');
    expect((await finish(await challengeOf(person), spaced)).user.id).toBe(person.id);
  });

  it('used twice at the same moment, a code opens one session', async () => {
    const { person, secret } = await withApp();
    const code = await identity.appCode(secret);
    const challenges = [await challengeOf(person), await challengeOf(person)];
    const codes = await Promise.all(challenges.map((challenge) => codeOf(finish(challenge, code))));
    expect(codes.sort()).toEqual(['invalid_code', 'no error']);
  });

  it('takes a recovery code once, however it is typed, and notes it', async () => {
    const { person, recoveryCodes } = await withApp();
    const [first = '', second = ''] = recoveryCodes;
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')}`;
    expect((await finish(await challengeOf(person), typed)).user.id).toBe(person.id);
    expect(await codeOf(finish(await challengeOf(person), first))).toBe('invalid_code');
    expect((await stateOf(person)).recoveryCodesLeft).toBe(9);
    expect((await identity.log(person.id)).slice(0, 3).map(({ act, detail }) => [act, detail])).toEqual([
      ['sign_in_failed', 'second-step'],
      ['signed_in', 'recovery-code'],
      ['recovery_code_used', null],
    ]);
    const stranger = (await withApp()).person;
    expect(await codeOf(finish(await challengeOf(stranger), second))).toBe('invalid_code');
  });

  it('has an end: one answer, five tries, five minutes, a new password', async () => {
    const { person, secret } = await withApp();
    const used = await challengeOf(person);
    await finish(used, await identity.appCode(secret));
    expect(await codeOf(finish(used, await identity.appCode(secret, 1)))).toBe('invalid_state');

    const tried = await challengeOf(person);
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await codeOf(finish(tried, '000000'))).toBe('invalid_code');
    }
    expect(await codeOf(finish(tried, await identity.appCode(secret, 1)))).toBe('invalid_state');

    const old = await challengeOf(person);
    await identity.sql(`UPDATE challenges SET expires_at = expires_at - interval '5 minutes' WHERE user_id = $1`, [
      person.id,
    ]);
    expect(await codeOf(finish(old, await identity.appCode(secret, 1)))).toBe('invalid_state');
    expect(await codeOf(identity.rpc(secondStepRpc.signInWays, { challengeToken: old }))).toBe('invalid_state');

    const before = await challengeOf(person);
    await identity.rpc(
      accountChangeRpc.passwordChange,
      { currentPassword: PASSWORD, newPassword: 'a wholly new password', ...(await identity.inSession(person)) },
      caller(person),
    );
    expect(await codeOf(finish(before, await identity.appCode(secret, 1)))).toBe('invalid_state');
    for (const nobodys of ['', 'x'.repeat(43)]) {
      expect(await codeOf(finish(nobodys, '000000'))).toBe('invalid_state');
    }
  });

  it('twenty wrong codes at once are tried as often as the limit says; the owner elsewhere gets in (S05)', async () => {
    const { person, secret } = await withApp();
    const home = '198.51.100.1';
    await finish(await challengeOf(person, home), await identity.appCode(secret, -1), null, home);
    const challenges: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      challenges.push(await challengeOf(person, '198.51.100.66'));
    }
    const guesses = Array.from({ length: 20 }, (_, turn) =>
      codeOf(finish(challenges[turn % 5] ?? '', '000000', null, '198.51.100.66')),
    );
    const codes = await Promise.all(guesses);
    expect(codes.filter((code) => code === 'invalid_code')).toHaveLength(8);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(12);
    // From many addresses, the account's own limit; where the person signed in before, it does not hold.
    const more: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const address = `203.0.113.${100 + turn}`;
      more.push(await codeOf(finish(await challengeOf(person, address), '000000', null, address)));
    }
    expect(more).toEqual([...Array<string>(4).fill('invalid_code'), 'rate_limited', 'rate_limited']);
    const signed = await finish(await challengeOf(person, home), await identity.appCode(secret), null, home);
    expect(signed.user.id).toBe(person.id);
  });

  it('says no more about a wrong password than without one', async () => {
    const { person } = await withApp();
    const plain = await identity.signUp();
    const answer = (email: string) =>
      identity.startSignIn(email, 'wrong password here').catch((error: unknown) => {
        const { code, message, details } = error as Record<string, unknown>;
        return { code, message, details };
      });
    expect(await answer(person.email)).toEqual(await answer(plain.email));
  });
});

describe('what a thief has set up', () => {
  it('goes with the link of the mail about it; what was there before stays', async () => {
    const thief = await withApp();
    const undo = linkToken(await identity.inbox.mailTo(thief.person.email, /How you sign in/));
    const { resetToken } = await identity.rpc(accountChangeRpc.accountSecure, { token: undo });
    const password = 'a wholly new password';
    await identity.rpc(identityRpc.passwordReset, { token: resetToken, password });
    expect((await identity.signIn(thief.person.email, password)).user.id).toBe(thief.person.id);

    const owner = await withApp();
    await identity.sql(`UPDATE totp SET on_since = on_since - interval '30 days' WHERE user_id = $1`, [
      owner.person.id,
    ]);
    const link = linkToken(await identity.inbox.mailTo(owner.person.email, /How you sign in/));
    const secured = await identity.rpc(accountChangeRpc.accountSecure, { token: link });
    await identity.rpc(identityRpc.passwordReset, { token: secured.resetToken, password });
    expect(await identity.startSignIn(owner.person.email, password)).toHaveProperty('challengeToken');
  });
});

describe('the keys that seal secrets', () => {
  it('rotate by their file: no restart, and every sign-in goes on', async () => {
    const k2 = `k2:${randomBytes(32).toString('base64')}`;
    const mount = (keys: string): void => {
      writeFileSync(keyFile, keys);
      settingFiles.look();
    };
    const { person, secret, recoveryCodes } = await withApp();
    const kidOf = async () => {
      const [row] = await identity.sql<{ kid: string }>('SELECT kid FROM totp WHERE user_id = $1', [person.id]);
      return row?.kid;
    };
    const signsIn = async (code: string) => (await finish(await challengeOf(person), code)).user.id === person.id;
    const worker = identity.service.get(ResealWorker);
    const resealed = async () => {
      while (await worker.reseal()) {}
      return kidOf();
    };
    try {
      mount(`${vaultKeys},${k2}`);
      expect([await resealed(), await signsIn(await identity.appCode(secret, -1))]).toEqual(['k1', true]);
      mount(`${k2},${vaultKeys}`);
      expect(await resealed()).toBe('k2');
      mount(k2);
      expect(await signsIn(await identity.appCode(secret))).toBe(true);
      mount('k3:too-short');
      expect(await signsIn(await identity.appCode(secret, 1))).toBe(true);
      // Without the key of a row its person still has the recovery codes.
      mount(vaultKeys);
      await expect(finish(await challengeOf(person), await identity.appCode(secret, 1))).rejects.toThrow();
      expect(await signsIn(recoveryCodes[0] ?? '')).toBe(true);
    } finally {
      mount(vaultKeys);
    }
  });

  it('open a secret for its person alone', async () => {
    const [mine, other] = [await withApp(), await withApp()];
    await identity.sql(
      `UPDATE totp SET kid = o.kid, wrapped_key = o.wrapped_key, ciphertext = o.ciphertext
         FROM totp o WHERE totp.user_id = $1 AND o.user_id = $2`,
      [mine.person.id, other.person.id],
    );
    await expect(finish(await challengeOf(mine.person), await identity.appCode(other.secret))).rejects.toThrow();
  });
});
