import { describe, expect, it } from '@jest/globals';
import { eventually } from '@postloom/testing';
import { CLIENT_ID, endless, enormous, json, signatures } from './testing/false-provider.ts';
import type { FalseProvider } from './testing/false-provider.ts';
import { openidUnderTest } from './testing/openid-under-test.ts';

const openid = openidUnderTest();
const { start, finish, signIn, signedIn, changesNothing } = openid;

describe('an ID token', () => {
  const now = (): number => Math.floor(Date.now() / 1_000);

  it.each<[string, (lie: FalseProvider) => void]>([
    ['with another nonce', (lie) => (lie.claims = { nonce: 'another' })],
    ['without a nonce', (lie) => (lie.claims = { nonce: undefined })],
    ['of another issuer', (lie) => (lie.claims = { iss: 'https://evil.example' })],
    ['for another client', (lie) => (lie.claims = { aud: 'somebody-else' })],
    ['for two clients, authorized for the other', (lie) => (lie.claims = { aud: [CLIENT_ID, 'other'], azp: 'other' })],
    ['that has expired', (lie) => (lie.claims = { exp: now() - 120, iat: now() - 600 })],
    ['of the future', (lie) => (lie.claims = { nbf: now() + 600 })],
    ['without an end', (lie) => (lie.claims = { exp: undefined })],
    ['without a subject', (lie) => (lie.claims = { sub: undefined })],
    ['without a signature', (lie) => Object.assign(lie, { head: { alg: 'none' }, sign: signatures.none })],
    ['signed by a foreign key', (lie) => (lie.sign = signatures.foreign)],
    [
      'signed by a foreign key without a name',
      (lie) => Object.assign(lie, { head: { kid: undefined }, sign: signatures.foreign }),
    ],
    [
      'signed with the client’s secret',
      (lie) => Object.assign(lie, { head: { alg: 'HS256' }, sign: signatures.secret }),
    ],
    ['that is not there', (lie) => (lie.tokens = { id_token: undefined })],
    ['that is no token', (lie) => (lie.tokens = { id_token: 'a.b.c' })],
  ])('%s starts no session', async (_name, lie) => {
    lie(openid.provider);
    expect(await changesNothing(() => signIn())).toBe('dependency_failed');
  });

  it('is signed by a key that the provider has now: a new one at once, an old one no longer', async () => {
    await signedIn();
    openid.provider.rotate();
    expect((await signIn()).outcome).toBe('signed_in');
    openid.provider.head = { kid: 'withdrawn' };
    expect(await changesNothing(() => signIn())).toBe('dependency_failed');
  });

  it('with an answer that names another issuer is not asked for, and the sign-in is not used up', async () => {
    const { authorizeUrl, browser } = await start();
    const query = openid.provider.approve(authorizeUrl);
    const mixed = new URLSearchParams(query);
    mixed.set('iss', 'https://evil.example');
    openid.provider.asked.length = 0;
    expect(await changesNothing(() => finish(mixed.toString(), browser))).toBe('invalid_state');
    expect(openid.provider.asked).not.toContain('/token');
    expect((await finish(query, browser)).outcome).toBe('signed_in');
  });

  it('about one person with an answer about another starts no session', async () => {
    openid.provider.claims = { email: undefined };
    openid.provider.instead.set('/person', (_request, response) =>
      json(response, 200, { ...openid.provider.person, sub: 'another' }),
    );
    expect(await changesNothing(() => signIn())).toBe('dependency_failed');
  });
});

describe('a provider', () => {
  it.each<[string, Parameters<FalseProvider['instead']['set']>[1]]>([
    ['answers with 10 MB', enormous],
    ['answers slowly and without an end', endless],
    ['does not answer', () => undefined],
    ['breaks the connection', (request) => request.socket.destroy()],
    ['fails', (_request, response) => json(response, 500, { error: 'oops' })],
    ['answers with a page', (_request, response) => response.end('<!doctype html>')],
    [
      'sends us elsewhere',
      (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ],
  ])('that %s starts no session, and the next sign-in works', async (_name, answer) => {
    for (const path of ['/token', '/keys', '/person']) {
      openid.provider.claims = path === '/person' ? { email: undefined } : {};
      openid.provider.instead.set(path, answer);
      expect([path, await changesNothing(() => signIn())]).toEqual([path, 'dependency_failed']);
      openid.provider.honest();
    }
    expect((await signIn()).outcome).toBe('signed_in');
  });

  it.each<[string, (lie: FalseProvider) => void]>([
    ['is down', (lie) => lie.instead.set('/.well-known/openid-configuration', (request) => request.socket.destroy())],
    ['tells 10 MB about itself', (lie) => lie.instead.set('/.well-known/openid-configuration', enormous)],
    ['tells about itself without an end', (lie) => lie.instead.set('/.well-known/openid-configuration', endless)],
    ['says that it is another', (lie) => (lie.metadata = { issuer: 'https://evil.example' })],
    ['has no place to sign in', (lie) => (lie.metadata = { authorization_endpoint: undefined })],
  ])('that %s starts no sign-in, until it is right again', async (_name, lie) => {
    lie(openid.provider);
    await eventually('what was known of it is out of date', async () => {
      expect(await changesNothing(() => start())).toBe('dependency_failed');
    });
    openid.provider.honest();
    await eventually('it is asked again', async () =>
      expect((await start()).authorizeUrl).toContain(openid.provider.issuer),
    );
  });

  it('is asked about itself once by many at the same time', async () => {
    await eventually('what was known of it is out of date', async () => {
      openid.provider.asked.length = 0;
      await Promise.all(Array.from({ length: 20 }, () => start()));
      expect(openid.provider.asked).toEqual(['/.well-known/openid-configuration']);
    });
  });

  it('says nothing of its own to the person', async () => {
    openid.provider.instead.set('/token', (_request, response) =>
      json(response, 400, { error: 'invalid_request', error_description: 'the secret is hunter2' }),
    );
    await expect(signIn()).rejects.toMatchObject({
      message: 'Your sign-in service is not working right now. Please try again in a few minutes.',
    });
  });
});
