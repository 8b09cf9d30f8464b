import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { accountChangeRpc, identityRpc, openidRpc, secondStepRpc } from '@postloom/contracts';
import type { InputOf, RpcContract } from '@postloom/contracts';
import { Authenticator } from '../testing/authenticator.ts';
import { anyEmail, codeOf, origin, PASSWORD } from '../testing/identity-under-test.ts';
import { linkToken } from '../testing/inbox.ts';
import { openidUnderTest } from './testing/openid-under-test.ts';

const openid = openidUnderTest();
const { signIn, signedIn, state, changesNothing } = openid;

describe('an address that another account has', () => {
  /** As if it were from a time before the provider. */
  async function ownAccount(isConfirmed: boolean): Promise<{ id: string; email: string; sessionToken: string }> {
    const { user, sessionToken } = await signedIn();
    await openid.identity.sql('DELETE FROM openid_links WHERE user_id = $1', [user.id]);
    await openid.identity.sql('UPDATE users SET email_verified_at = CASE WHEN $2 THEN now() END WHERE id = $1', [
      user.id,
      isConfirmed,
    ]);
    await openid.identity.sql(`INSERT INTO credentials (user_id, password_hash) VALUES ($1, '$argon2id$of-before')`, [
      user.id,
    ]);
    openid.provider.honest();
    openid.provider.person['email'] = user.email;
    return { id: user.id, email: user.email, sessionToken };
  }
  const ways = (id: string) =>
    openid.identity.sql(
      `SELECT 'link' AS way FROM openid_links WHERE user_id = $1
                  UNION ALL SELECT 'password' FROM credentials WHERE user_id = $1
                  UNION ALL SELECT 'passkey' FROM passkeys WHERE user_id = $1
                  UNION ALL SELECT 'app' FROM totp WHERE user_id = $1
                  UNION ALL SELECT 'recovery code' FROM recovery_codes WHERE user_id = $1
                  UNION ALL SELECT 'another address' FROM one_use_tokens
                             WHERE user_id = $1 AND purpose = 'change_email' AND used_at IS NULL
                  ORDER BY way`,
      [id],
    );

  it('is not handed over on the word of the provider: the mailbox decides', async () => {
    const mine = await ownAccount(true);
    expect(await signIn('/media')).toEqual({ outcome: 'refused', reason: 'confirm_by_mail', returnTo: '/media' });
    expect(await ways(mine.id)).toEqual([{ way: 'password' }]);
    const mail = await openid.identity.inbox.mailTo(mine.email, /Connect your Postloom account/);
    expect(mail.text).toContain('http://postloom.example/connect-sign-in?token=');
    const token = linkToken(mail);
    expect(await openid.identity.rpc(openidRpc.linkConfirm, { token })).toEqual({ success: true });
    expect(await codeOf(openid.identity.resolve(mine.sessionToken))).toBe('unauthorized');
    expect((await signedIn()).user.id).toBe(mine.id);
    expect(await ways(mine.id)).toEqual([{ way: 'link' }, { way: 'password' }]);
    expect(await codeOf(openid.identity.rpc(openidRpc.linkConfirm, { token }))).toBe('token_expired');
    const log = await openid.identity.log(mine.id);
    expect(log.slice(0, 2).map(({ act, detail }) => [act, detail])).toEqual([
      ['signed_in', 'provider'],
      ['provider_connected', new URL(openid.provider.issuer).host],
    ]);
  });

  it('of which nobody had confirmed it: what opened the account before opens it no longer', async () => {
    const squatted = await ownAccount(false);
    await openid.identity.sql(`INSERT INTO openid_links (issuer, subject, user_id) VALUES ($1, 'squatter', $2)`, [
      openid.provider.issuer,
      squatted.id,
    ]);
    await openid.identity.sql(
      `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, is_synced, name)
       VALUES (gen_random_uuid(), $1::uuid, sha256($1::text::bytea), '\\x00', 0, '{}', false, 'Squatter''s phone')`,
      [squatted.id],
    );
    await openid.identity.sql(
      `INSERT INTO totp (user_id, state, kid, wrapped_key, ciphertext, on_since) VALUES ($1, 'on', 'k1', '', '', now())`,
      [squatted.id],
    );
    await openid.identity.sql(
      'INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1::uuid, sha256($1::text::bytea))',
      [squatted.id],
    );
    await openid.identity.sql(
      `INSERT INTO one_use_tokens (token_hash, user_id, purpose, email, expires_at)
       VALUES (sha256($1::text::bytea), $1::uuid, 'change_email', $2, now() + interval '1 day')`,
      [squatted.id, anyEmail()],
    );
    await signIn();
    const token = linkToken(await openid.identity.inbox.mailTo(squatted.email, /Connect your Postloom account/));
    await openid.identity.rpc(openidRpc.linkConfirm, { token });
    expect(await ways(squatted.id)).toEqual([{ way: 'link' }]);
    expect((await signedIn()).user).toMatchObject({ id: squatted.id, emailVerified: true });
    openid.provider.person = { ...openid.provider.person, sub: 'squatter' };
    expect((await signIn()).outcome).toBe('refused');
  });

  it('is refused without a mail while the provider does not say whose it is', async () => {
    const { email } = await ownAccount(true);
    openid.provider.person['email_verified'] = false;
    const before = await state();
    expect(await signIn()).toMatchObject({ reason: 'address_taken' });
    expect(await state()).toEqual(before);
    expect(openid.identity.inbox.countTo(email)).toBe(0);
  });

  it('connects what the newest mail is about, and nothing that an earlier one was', async () => {
    const mine = await ownAccount(true);
    await signIn();
    const early = linkToken(await openid.identity.inbox.mailTo(mine.email, /Connect your Postloom account/));
    openid.provider.person['sub'] = 'another-person';
    await signIn();
    expect(await codeOf(openid.identity.rpc(openidRpc.linkConfirm, { token: early }))).toBe('token_expired');
    expect(await codeOf(openid.identity.rpc(openidRpc.linkConfirm, { token: 'x'.repeat(43) }))).toBe('invalid_token');
    expect(await ways(mine.id)).toEqual([{ way: 'password' }]);
  });
});

describe('with a provider', () => {
  it('nobody signs up, signs in or sets a password here', async () => {
    const { email } = (await signedIn()).user;
    expect(
      await Promise.all([
        changesNothing(() =>
          openid.identity.rpc(identityRpc.userRegister, { email: anyEmail(), password: PASSWORD, origin }),
        ),
        changesNothing(() => openid.identity.rpc(identityRpc.sessionStart, { email, password: PASSWORD, origin })),
        changesNothing(() => openid.identity.rpc(identityRpc.passwordForgot, { email, origin })),
        changesNothing(() =>
          openid.identity.rpc(identityRpc.passwordReset, { token: 'x'.repeat(43), password: PASSWORD }),
        ),
      ]),
    ).toEqual(['not_found', 'not_found', 'not_found', 'not_found']);
  });

  it('nothing that opens an own account is asked for or changed, by anybody', async () => {
    const { user, sessionToken } = await signedIn();
    const { sessionId } = await openid.identity.resolve(sessionToken);
    const id = randomUUID();
    const [session, token, challengeToken] = [{ sessionId, origin }, 'x'.repeat(43), 'x'.repeat(43)];
    const device = new Authenticator();
    const made = device.create({ challenge: 'A'.repeat(43), user: { id: 'AAAA' } });
    const answer = device.get({ challenge: 'A'.repeat(43) });
    const starting = { challengeToken, origin, replaces: null };
    const changes: { readonly [K in keyof typeof accountChangeRpc]: InputOf<(typeof accountChangeRpc)[K]> } = {
      identityConfirm: { password: PASSWORD, ...session },
      passwordChange: { currentPassword: PASSWORD, newPassword: 'a wholly new password', ...session },
      emailAskChange: { newEmail: anyEmail(), currentPassword: PASSWORD, ...session },
      emailChange: { token },
      accountSecure: { token },
    };
    const ways: { readonly [K in keyof typeof secondStepRpc]: InputOf<(typeof secondStepRpc)[K]> } = {
      securityGet: {},
      totpStart: { sessionId },
      totpConfirm: { code: '123456', ...session },
      totpEnd: session,
      recoveryCodesRenew: session,
      passkeyAddStart: { sessionId },
      passkeyAdd: { name: 'Phone', passkey: made, ...session },
      passkeyRename: { id, name: 'Phone' },
      passkeyRemove: { id, ...session },
      signInWays: { challengeToken },
      signInAskPasskey: { challengeToken },
      signInFinish: { answer: { code: '123456' }, ...starting },
      passkeySignInStart: { origin },
      passkeySignIn: { passkey: answer, ...starting },
    };
    const calls = [
      ...Object.entries(changes).map(([name, input]) => [name, accountChangeRpc, input] as const),
      ...Object.entries(ways).map(([name, input]) => [name, secondStepRpc, input] as const),
    ];
    const codes: Record<string, string> = {};
    for (const [name, contracts, input] of calls) {
      const contract = (contracts as Readonly<Record<string, RpcContract>>)[name];
      codes[name] = contract
        ? await changesNothing(() => openid.identity.rpc(contract, input, { userId: user.id }))
        : 'none';
    }
    expect(codes).toEqual(Object.fromEntries(calls.map(([name]) => [name, 'not_found'])));
  });
});
