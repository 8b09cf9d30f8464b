import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountChangeRpc, secondStepRpc } from '@postloom/contracts';
import { Authenticator } from '../testing/authenticator.ts';
import type { Forgery } from '../testing/authenticator.ts';
import { codeOf, IdentityUnderTest, origin, PASSWORD } from '../testing/identity-under-test.ts';
import type { Person } from '../testing/identity-under-test.ts';
import { linkToken } from '../testing/inbox.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await IdentityUnderTest.start();
});
afterAll(() => identity.close());

const caller = (person: Person) => ({ userId: person.id });
const askNew = async (person: Person) => {
  const { sessionId } = await identity.inSession(person);
  return (await identity.rpc(secondStepRpc.passkeyAddStart, { sessionId }, caller(person))).options;
};
const add = async (person: Person, passkey: ReturnType<Authenticator['create']>, name = 'Phone') =>
  identity.rpc(secondStepRpc.passkeyAdd, { name, passkey, ...(await identity.inSession(person)) }, caller(person));
const listOf = async (person: Person) => (await identity.rpc(secondStepRpc.securityGet, {}, caller(person))).passkeys;

async function withPasskey(counts = true) {
  const person = await identity.signUp();
  const device = new Authenticator(counts);
  const passkey = await add(person, device.create(await askNew(person)));
  return { person, device, passkey };
}

const begin = () => identity.rpc(secondStepRpc.passkeySignInStart, { origin });
const finish = (challengeToken: string, passkey: ReturnType<Authenticator['get']>, replaces: string | null = null) =>
  identity.rpc(secondStepRpc.passkeySignIn, { challengeToken, passkey, origin, replaces });
async function signIn(device: Authenticator, forged: Forgery = {}) {
  const { options, challengeToken } = await begin();
  return finish(challengeToken, device.get(options, forged));
}

describe('a passkey', () => {
  it('is made in a confirmed session, listed, renamed and removed, and told to the owner', async () => {
    const { person, passkey } = await withPasskey();
    expect(passkey).toMatchObject({ name: 'Phone', lastUsedAt: null, isSynced: false });
    expect((await identity.inbox.mailTo(person.email, /How you sign in/)).text).toContain('secure-account?token=');
    const { id } = passkey;
    const rename = (who: Person, name: string) => identity.rpc(secondStepRpc.passkeyRename, { id, name }, caller(who));
    const remove = async (who: Person) =>
      identity.rpc(secondStepRpc.passkeyRemove, { id, ...(await identity.inSession(who)) }, caller(who));
    const stranger = await identity.signUp();
    expect(await codeOf(rename(stranger, 'Mine'))).toBe('not_found');
    expect(await codeOf(remove(stranger))).toBe('not_found');
    expect(await codeOf(rename(person, ' '))).toBe('validation_failed');
    expect((await rename(person, ' Work phone ')).name).toBe('Work phone');
    await identity.sql(`UPDATE sessions SET confirmed_at = now() - interval '16 minutes' WHERE user_id = $1`, [
      person.id,
    ]);
    expect(await codeOf(remove(person))).toBe('confirmation_required');
    expect(await codeOf(askNew(person))).toBe('confirmation_required');
    const session = await identity.inSession(person);
    await identity.rpc(accountChangeRpc.identityConfirm, { password: PASSWORD, ...session }, caller(person));
    expect(await remove(person)).toEqual({ success: true });
    expect(await listOf(person)).toEqual([]);
    expect((await identity.log(person.id)).slice(0, 2).map(({ act, detail }) => [act, detail])).toEqual([
      ['passkey_removed', 'Work phone'],
      ['passkey_added', 'Phone'],
    ]);
  });

  it('is not made twice, nor with what was asked in another session, for another person, or long ago', async () => {
    const person = await identity.signUp();
    const stranger = await identity.signUp();
    const options = await askNew(person);
    const device = new Authenticator();
    const answer = device.create(options);
    expect(await codeOf(add(stranger, answer))).toBe('invalid_state');
    const second = await identity.signIn(person.email);
    const elsewhere = { id: person.id, email: person.email, sessionToken: second.sessionToken };
    expect(await codeOf(add(elsewhere, answer))).toBe('invalid_state');
    expect((await add(person, answer)).name).toBe('Phone');
    expect(await codeOf(add(person, answer))).toBe('invalid_state');
    expect(await codeOf(add(stranger, device.create(await askNew(stranger))))).toBe('conflict');
    const late = new Authenticator().create(await askNew(person));
    await identity.sql(`UPDATE challenges SET expires_at = now() WHERE user_id = $1`, [person.id]);
    expect(await codeOf(add(person, late))).toBe('invalid_state');
    expect(await listOf(person)).toHaveLength(1);
    expect(await listOf(stranger)).toEqual([]);
  });

  it.each<[string, Forgery]>([
    ['another site', { origin: 'https://evil.example' }],
    ['another name', { rpId: 'evil.example' }],
    ['a device that did not check its person', { isVerified: false }],
  ])('of %s is refused', async (_, forged) => {
    const person = await identity.signUp();
    expect(await codeOf(add(person, new Authenticator().create(await askNew(person), forged)))).toBe('invalid_passkey');
    expect(await listOf(person)).toEqual([]);
  });
});

describe('signing in with a passkey', () => {
  it('needs no address and no password, and replaces a planted session (S04)', async () => {
    const { person, device } = await withPasskey();
    const planted = await identity.signUp();
    const { options, challengeToken } = await begin();
    expect(options).not.toHaveProperty('allowCredentials');
    const signed = await finish(challengeToken, device.get(options), planted.sessionToken);
    expect(signed.user.id).toBe(person.id);
    expect((await identity.resolve(signed.sessionToken)).userId).toBe(person.id);
    expect(await codeOf(identity.resolve(planted.sessionToken))).toBe('unauthorized');
    expect((await listOf(person))[0]?.lastUsedAt).toMatch(/Z$/);
    expect((await identity.log(person.id))[0]).toMatchObject({ act: 'signed_in', detail: 'passkey' });
  });

  it('takes each answer once, in the browser that asked, for minutes (S03)', async () => {
    const { device } = await withPasskey(false);
    const mine = await begin();
    const others = await begin();
    const answer = device.get(mine.options);
    expect(await codeOf(finish(others.challengeToken, answer))).toBe('invalid_passkey');
    expect(await codeOf(finish('', answer))).toBe('invalid_state');
    expect(await codeOf(finish(mine.challengeToken, answer))).toBe('no error');
    expect(await codeOf(finish(mine.challengeToken, answer))).toBe('invalid_state');
    const both = await begin();
    const again = device.get(both.options);
    const codes = await Promise.all([1, 2].map(() => codeOf(finish(both.challengeToken, again))));
    expect(codes.sort()).toEqual(['invalid_state', 'no error']);
    const late = await begin();
    await identity.sql('UPDATE challenges SET expires_at = now() WHERE used_at IS NULL');
    expect(await codeOf(finish(late.challengeToken, device.get(late.options)))).toBe('invalid_state');
  });

  it.each<[string, Forgery]>([
    ['for another site', { origin: 'https://evil.example' }],
    ['for another name', { rpId: 'evil.example' }],
    ['of a challenge of its own', { challenge: 'A'.repeat(43) }],
    ['of a device that did not check its person', { isVerified: false }],
    ['in the name of somebody else', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
  ])('refuses an answer %s', async (_, forged) => {
    const { person, device } = await withPasskey();
    const before = await identity.sql('SELECT FROM sessions WHERE user_id = $1', [person.id]);
    expect(await codeOf(signIn(device, forged))).toBe('invalid_passkey');
    expect(await identity.sql('SELECT FROM sessions WHERE user_id = $1', [person.id])).toHaveLength(before.length);
    expect((await identity.log(person.id))[0]).toMatchObject({
      ...{ act: 'sign_in_failed', detail: 'passkey', userAgent: origin.userAgent },
    });
  });

  it('refuses a copy: its counter is not ahead, and its person can read of it', async () => {
    const { person, device } = await withPasskey();
    await signIn(device);
    await signIn(device);
    expect(await codeOf(signIn(device, { counter: 1 }))).toBe('invalid_passkey');
    expect(await codeOf(signIn(device, { counter: 2 }))).toBe('invalid_passkey');
    expect((await identity.log(person.id)).slice(0, 2).map(({ act }) => act)).toEqual([
      'sign_in_failed',
      'sign_in_failed',
    ]);
    expect(await codeOf(signIn(device))).toBe('no error');
  });

  it('of a device and its copy at the same moment lets one in', async () => {
    const { device } = await withPasskey();
    const begun = await Promise.all([1, 2, 3, 4].map(() => begin()));
    const answers = begun.map(
      ({ options, challengeToken }) => [challengeToken, device.get(options, { counter: 7 })] as const,
    );
    const codes = await Promise.all(answers.map(([token, answer]) => codeOf(finish(token, answer))));
    expect(codes.toSorted()).toEqual([...Array<string>(3).fill('invalid_passkey'), 'no error']);
  });

  it('refuses one that nobody has, that was removed, or that another key signed', async () => {
    const { person, device, passkey } = await withPasskey();
    const noted = () => identity.sql('SELECT FROM audit_log');
    const before = await noted();
    expect(await codeOf(signIn(new Authenticator()))).toBe('invalid_passkey');
    expect(await noted()).toHaveLength(before.length);
    const thief = new Authenticator();
    const { options, challengeToken } = await begin();
    const forged = { ...thief.get(options), id: device.id, rawId: device.id };
    expect(await codeOf(finish(challengeToken, forged))).toBe('invalid_passkey');
    await identity.rpc(
      secondStepRpc.passkeyRemove,
      { id: passkey.id, ...(await identity.inSession(person)) },
      caller(person),
    );
    expect(await codeOf(signIn(device))).toBe('invalid_passkey');
  });
});

describe('a passkey as second step', () => {
  async function withBoth() {
    const { person, device } = await withPasskey();
    const session = await identity.inSession(person);
    const { secret } = await identity.rpc(secondStepRpc.totpStart, { sessionId: session.sessionId }, caller(person));
    const code = await identity.appCode(secret);
    await identity.rpc(secondStepRpc.totpConfirm, { code, ...session }, caller(person));
    const answer = await identity.startSignIn(person.email);
    return { person, device, challengeToken: 'challengeToken' in answer ? answer.challengeToken : '' };
  }
  const ask = async (challengeToken: string) =>
    (await identity.rpc(secondStepRpc.signInAskPasskey, { challengeToken })).options;
  const second = (challengeToken: string, passkey: ReturnType<Authenticator['get']>) =>
    identity.rpc(secondStepRpc.signInFinish, { challengeToken, answer: { passkey }, origin, replaces: null });

  it('stands in for the code, when it is this person’s and signs what was asked', async () => {
    const { person, device, challengeToken } = await withBoth();
    expect((await identity.rpc(secondStepRpc.signInWays, { challengeToken })).ways).toEqual(['code', 'passkey']);
    const stranger = await withPasskey();
    // Nothing was asked for yet.
    expect(await codeOf(second(challengeToken, device.get({ challenge: 'A'.repeat(43) })))).toBe('invalid_passkey');
    const options = await ask(challengeToken);
    expect(options['allowCredentials']).toEqual([expect.objectContaining({ id: device.id })]);
    expect(await codeOf(second(challengeToken, stranger.device.get(options)))).toBe('invalid_passkey');
    expect((await second(challengeToken, device.get(options))).user.id).toBe(person.id);
    expect(await codeOf(ask(challengeToken))).toBe('invalid_state');
  });

  it('asked for in a sign-in without a password does not complete one with it, nor the other way round', async () => {
    const { device, challengeToken } = await withBoth();
    const alone = await begin();
    expect(await codeOf(second(alone.challengeToken, device.get(alone.options)))).toBe('invalid_state');
    const options = await ask(challengeToken);
    expect(await codeOf(finish(challengeToken, device.get(options)))).toBe('invalid_state');
  });
});

describe('a passkey that a thief has made', () => {
  it('goes with the link of the mail about it', async () => {
    const { person, device } = await withPasskey();
    const token = linkToken(await identity.inbox.mailTo(person.email, /How you sign in/));
    await identity.rpc(accountChangeRpc.accountSecure, { token });
    expect(await codeOf(signIn(device))).toBe('invalid_passkey');
  });

  it('stays one person’s, and a person has twenty at most', async () => {
    const { person } = await withPasskey();
    await identity.sql(
      `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, is_synced, name)
       SELECT gen_random_uuid(), $1, sha256(n::text::bytea || $2::text::bytea), '\\x00', 0, '{}', false, 'Key ' || n
         FROM generate_series(1, 19) n`,
      [person.id, randomUUID()],
    );
    expect(await codeOf(add(person, new Authenticator().create(await askNew(person))))).toBe('conflict');
    expect(await listOf(person)).toHaveLength(20);
  });
});
