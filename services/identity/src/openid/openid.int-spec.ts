import { describe, expect, it } from '@jest/globals';
import { identityRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { anyEmail, codeOf } from '../testing/identity-under-test.ts';
import { linkToken } from '../testing/inbox.ts';
import { SignInsWorker } from './sign-ins.worker.ts';
import { CLIENT_ID } from './testing/false-provider.ts';
import { openidUnderTest } from './testing/openid-under-test.ts';

const openid = openidUnderTest();
const { start, finish, signIn, signedIn, state, changesNothing } = openid;

describe('a sign-in at the provider', () => {
  it('asks for a code with PKCE, state and nonce, and comes back to the address of the settings', async () => {
    const { authorizeUrl, keepSeconds } = await start();
    const url = new URL(authorizeUrl);
    expect(`${url.origin}${url.pathname}`).toBe(`${openid.provider.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ response_type: 'code', client_id: CLIENT_ID, scope: 'openid email profile', code_challenge_method: 'S256' },
      redirect_uri: 'http://postloom.example/api/auth/callback',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(keepSeconds).toBe(900);
  });

  it('makes an account at the first time and finds it again by issuer and subject', async () => {
    openid.provider.person['picture'] = 'https://pictures.example/mara.jpg';
    const first = await signIn('/schedule?view=list');
    if (first.outcome !== 'signed_in') {
      throw new Error(first.reason);
    }
    expect(first.returnTo).toBe('/schedule?view=list');
    expect(first.user).toMatchObject({
      ...{ email: openid.provider.person['email'], firstName: 'Mara', lastName: 'Lind', emailVerified: true },
      ...{ profileImageUrl: 'https://pictures.example/mara.jpg', subscriptionTier: 'free' },
    });
    expect((await openid.identity.resolve(first.sessionToken)).userId).toBe(first.user.id);
    expect((await openid.identity.told(first.user.id)).map(({ subject }) => subject)).toContain(
      'identity.user.registered.v1',
    );
    openid.provider.person = { ...openid.provider.person, given_name: 'Marah', email: anyEmail() };
    const again = await signedIn();
    expect(again.user).toMatchObject({ id: first.user.id, firstName: 'Marah', email: openid.provider.person['email'] });
    expect((await openid.identity.told(first.user.id)).map(({ subject }) => subject)).toContain(
      'identity.user.changed.v1',
    );
  });

  it('leaves the address of an account as it is while the provider does not say that the new one is theirs', async () => {
    const first = await signedIn();
    openid.provider.person = { ...openid.provider.person, email: anyEmail(), email_verified: false };
    expect((await signedIn()).user).toMatchObject({ id: first.user.id, email: first.user.email, emailVerified: true });
    const other = await openid.identity.sql<{ email: string }>('SELECT email FROM users WHERE id <> $1 LIMIT 1', [
      first.user.id,
    ]);
    openid.provider.person = { ...openid.provider.person, email: other[0]?.email, email_verified: true };
    expect((await signedIn()).user.email).toBe(first.user.email);
  });

  it('mails a link to an address that the provider does not vouch for', async () => {
    openid.provider.person['email_verified'] = undefined;
    const { user } = await signedIn();
    expect(user.emailVerified).toBe(false);
    const mail = await openid.identity.inbox.mailTo(user.email, /Confirm your email/);
    await openid.identity.rpc(identityRpc.emailConfirm, { token: linkToken(mail) });
    expect((await signedIn()).user).toMatchObject({ id: user.id, emailVerified: true });
  });

  it('asks the provider for the address where the ID token has none', async () => {
    const { email } = openid.provider.person;
    openid.provider.claims = { email: undefined, email_verified: undefined };
    expect((await signedIn()).user).toMatchObject({ email, emailVerified: true });
    expect(openid.provider.asked).toContain('/person');
  });

  it('of one person in four tabs at once makes one account', async () => {
    let browser: string | null = null;
    const queries: string[] = [];
    for (let tab = 0; tab < 4; tab += 1) {
      const begun = await start(browser);
      browser = begun.browser;
      queries.push(openid.provider.approve(begun.authorizeUrl));
    }
    const results = await Promise.all(queries.map((query) => finish(query, browser)));
    const ids = results.map((result) => (result.outcome === 'signed_in' ? result.user.id : result.reason));
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^[\da-f-]{36}$/);
  });

  it('that the person gives up changes nothing', async () => {
    const { authorizeUrl, browser } = await start(null, '/media');
    const answer = new URLSearchParams({ error: 'access_denied', iss: openid.provider.issuer });
    answer.set('state', new URL(authorizeUrl).searchParams.get('state') ?? '');
    const before = await state();
    expect(await finish(answer.toString(), browser)).toEqual({
      outcome: 'refused',
      reason: 'cancelled',
      returnTo: '/media',
    });
    expect(await state()).toEqual(before);
  });

  it('without an address is refused', async () => {
    openid.provider.person = { sub: openid.provider.person['sub'] };
    const before = await state();
    expect(await signIn()).toEqual({ outcome: 'refused', reason: 'address_missing', returnTo: '/' });
    expect(await state()).toEqual(before);
  });

  it('that nobody came back from is removed', async () => {
    await start();
    const { authorizeUrl, browser } = await start();
    await openid.identity.sql(
      `UPDATE openid_sign_ins SET expires_at = now() - interval '1 second'
        WHERE state_hash <> sha256(convert_to($1, 'UTF8'))`,
      [new URL(authorizeUrl).searchParams.get('state')],
    );
    expect(await openid.identity.service.get(SignInsWorker).execute()).toBe(false);
    expect(await openid.identity.sql('SELECT return_to FROM openid_sign_ins')).toEqual([{ return_to: '/' }]);
    expect((await finish(openid.provider.approve(authorizeUrl), browser)).outcome).toBe('signed_in');
  });
});

describe('S03: the state', () => {
  const stateOf = (query: string): string => new URLSearchParams(query).get('state') ?? '';

  it('that is missing, unknown, repeated, expired or of no browser starts no session', async () => {
    const { authorizeUrl, browser } = await start();
    const query = openid.provider.approve(authorizeUrl);
    const without = new URLSearchParams(query);
    without.delete('state');
    const unknown = new URLSearchParams(query);
    unknown.set('state', 'A'.repeat(43));
    for (const [bad, cookie] of [
      [without.toString(), browser],
      [unknown.toString(), browser],
      [`${query}&state=${stateOf(query)}`, browser],
      [query, null],
      [query, ''],
      [query, 'x'.repeat(43)],
      ['', browser],
    ] as const) {
      expect([bad, await changesNothing(() => finish(bad, cookie))]).toEqual([bad, 'invalid_state']);
    }
    await openid.identity.sql(`UPDATE openid_sign_ins SET expires_at = now()`);
    expect(await changesNothing(() => finish(query, browser))).toBe('invalid_state');
  });

  it('of another browser starts no session there and is not used up', async () => {
    const mine = await start();
    const theirs = await start();
    const query = openid.provider.approve(mine.authorizeUrl);
    expect(await changesNothing(() => finish(query, theirs.browser))).toBe('invalid_state');
    expect((await finish(query, mine.browser)).outcome).toBe('signed_in');
  });

  it('works once, also for two at the same moment', async () => {
    const { authorizeUrl, browser } = await start();
    const query = openid.provider.approve(authorizeUrl);
    const outcomes = await Promise.all([1, 2, 3].map(() => codeOf(finish(query, browser))));
    expect(outcomes.toSorted()).toEqual(['invalid_state', 'invalid_state', 'no error']);
    expect(await changesNothing(() => finish(query, browser))).toBe('invalid_state');
  });

  it('is used up by a code that the provider refuses: the same code in a new sign-in fails as well', async () => {
    const first = await start();
    const query = openid.provider.approve(first.authorizeUrl);
    expect((await finish(query, first.browser)).outcome).toBe('signed_in');
    const second = await start();
    const replayed = new URLSearchParams(query);
    replayed.set('state', new URL(second.authorizeUrl).searchParams.get('state') ?? '');
    expect(await changesNothing(() => finish(replayed.toString(), second.browser))).toBe('invalid_state');
  });

  it('does not carry the code of another sign-in: the attacker’s code in the browser of a victim', async () => {
    const attacker = await start();
    const victim = await start();
    const stolen = new URLSearchParams(openid.provider.approve(attacker.authorizeUrl));
    stolen.set('state', new URL(victim.authorizeUrl).searchParams.get('state') ?? '');
    expect(await changesNothing(() => finish(stolen.toString(), victim.browser))).toBe('invalid_state');
  });

  it('is stored as a hash, with nothing that finishes a sign-in', async () => {
    const { authorizeUrl, browser } = await start();
    const rows = JSON.stringify(
      await openid.identity.sql(`SELECT encode(state_hash, 'escape') AS state, * FROM openid_sign_ins`),
    );
    const url = new URL(authorizeUrl).searchParams;
    for (const secret of [url.get('state'), url.get('nonce'), url.get('code_challenge'), browser]) {
      expect(rows).not.toContain(secret);
    }
  });
});

describe('S04: a session', () => {
  it('that the browser had before ends, and the new one has a new id', async () => {
    const planted = await signedIn();
    const { authorizeUrl, browser } = await start();
    const result = await finish(openid.provider.approve(authorizeUrl), browser, planted.sessionToken);
    if (result.outcome !== 'signed_in') {
      throw new Error(result.reason);
    }
    expect(result.sessionToken).not.toBe(planted.sessionToken);
    expect(await codeOf(openid.identity.resolve(planted.sessionToken))).toBe('unauthorized');
  });

  it('that ends is signed out at the provider as well, once', async () => {
    const { sessionToken } = await signedIn();
    const { leaveAt } = await openid.identity.rpc(identityRpc.sessionEnd, { sessionToken });
    const url = new URL(leaveAt ?? '');
    expect(`${url.origin}${url.pathname}`).toBe(`${openid.provider.issuer}/leave`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ from: 'us', client_id: CLIENT_ID, post_logout_redirect_uri: 'http://postloom.example/' },
      id_token_hint: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    expect(await codeOf(openid.identity.resolve(sessionToken))).toBe('unauthorized');
    expect(await openid.identity.rpc(identityRpc.sessionEnd, { sessionToken })).toEqual({ success: true });
  });

  it('whose ID token would not fit into an address is signed out there without it', async () => {
    openid.provider.claims = { groups: Array.from({ length: 400 }, (_, index) => `group-${index}`) };
    const { sessionToken } = await signedIn();
    const { leaveAt } = await openid.identity.rpc(identityRpc.sessionEnd, { sessionToken });
    expect(new URL(leaveAt ?? '').searchParams.has('id_token_hint')).toBe(false);
  });

  it('ends here also where the provider has no place for it, or is down', async () => {
    for (const lie of [
      () => (openid.provider.metadata = { end_session_endpoint: undefined }),
      () => openid.provider.instead.set('/.well-known/openid-configuration', (request) => request.socket.destroy()),
    ]) {
      openid.provider.honest();
      const { sessionToken } = await signedIn();
      lie();
      openid.provider.asked.length = 0;
      await eventually('it is asked again what it has', async () => {
        await start().catch(() => undefined);
        expect(openid.provider.asked).toContain('/.well-known/openid-configuration');
      });
      expect(await openid.identity.rpc(identityRpc.sessionEnd, { sessionToken })).toEqual({ success: true });
      expect(await codeOf(openid.identity.resolve(sessionToken))).toBe('unauthorized');
    }
  });
});
