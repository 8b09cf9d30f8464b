import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HttpClient } from '@postloom/chassis';
import { identityRpc, openidRpc } from '@postloom/contracts';
import type { OutputOf } from '@postloom/contracts';
import { startOpenid } from '../../../../deploy/local/src/openid/provider.ts';
import type { RunningOpenid } from '../../../../deploy/local/src/openid/provider.ts';
import { anyEmail, IdentityUnderTest, origin } from '../testing/identity-under-test.ts';

const product = 'http://localhost:3000';
const client = { clientId: 'postloom', clientSecret: 'secret' };
const http = new HttpClient({ allowPrivate: true });

let provider: RunningOpenid;
let identity: IdentityUnderTest;
beforeAll(async () => {
  provider = await startOpenid({ port: 0, productUrl: product, ...client });
  identity = await IdentityUnderTest.start({
    ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: client.clientId, OIDC_CLIENT_SECRET: client.clientSecret },
    PUBLIC_URL: product,
  });
});
afterAll(async () => {
  await identity.close();
  await provider.close();
  http.close();
});

/** A browser as far as the provider's pages need one: cookies and redirects. */
class Browser {
  private readonly cookies = new Map<string, string>();

  /** Follows redirects up to the product, or to a page. */
  async open(address: string, form?: Record<string, string>): Promise<{ url: URL; html: string }> {
    let [url, body] = [new URL(address), form && new URLSearchParams(form).toString()];
    for (;;) {
      const answer = await http.request({
        ...{ url, method: body === undefined ? 'GET' : 'POST', timeoutMs: 5_000, redirect: 'manual' },
        headers: {
          cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(body !== undefined && { body }),
      });
      for (const [, name = '', value = ''] of (answer.headers['set-cookie'] ?? '').matchAll(
        /(?:^|, )(_[\w.]+)=([^;,]*)/g,
      )) {
        this.cookies.set(name, value);
      }
      const { location } = answer.headers;
      if (location === undefined) {
        return { url, html: answer.text() };
      }
      [url, body] = [new URL(location, url), undefined];
      if (url.origin === product) {
        return { url, html: '' };
      }
    }
  }
}

type Finished = OutputOf<typeof openidRpc.signInFinish>;

async function begin() {
  return identity.rpc(openidRpc.signInStart, { returnTo: '/schedule', browser: null, origin });
}

async function finish(url: URL, browser: string): Promise<Finished> {
  expect(`${url.origin}${url.pathname}`).toBe(`${product}/api/auth/callback`);
  return identity.rpc(openidRpc.signInFinish, { query: url.search.slice(1), browser, origin });
}

async function signIn(person: Browser, email: string): Promise<Extract<Finished, { outcome: 'signed_in' }>> {
  const { authorizeUrl, browser } = await begin();
  let { url, html } = await person.open(authorizeUrl);
  if (html !== '') {
    ({ url, html } = await person.open(url.href, { email, name: 'Mara Lind', verified: 'on', answer: 'go' }));
  }
  const result = await finish(url, browser);
  if (result.outcome !== 'signed_in') {
    throw new Error(result.reason);
  }
  return result;
}

describe('a real provider', () => {
  it('signs a person in, remembers them, and signs them out', async () => {
    const [person, email] = [new Browser(), anyEmail()];
    const first = await signIn(person, email);
    expect(first).toMatchObject({
      ...{ returnTo: '/schedule', user: { email, emailVerified: true, firstName: 'Mara', lastName: 'Lind' } },
    });
    // The provider knows its browser: nobody is asked a second time.
    const again = await signIn(person, 'nobody@example.com');
    expect(again.user.id).toBe(first.user.id);
    const { leaveAt } = await identity.rpc(identityRpc.sessionEnd, { sessionToken: again.sessionToken });
    const { url, html } = await person.open(leaveAt ?? '');
    expect(html).toContain('Sign out here too?');
    const xsrf = /name="xsrf" value="(\w+)"/.exec(html)?.[1] ?? '';
    const left = await person.open(new URL('/session/end/confirm', url).href, { xsrf, logout: 'yes' });
    expect(left.url.href).toBe(`${product}/`);
    const { authorizeUrl } = await begin();
    expect((await person.open(authorizeUrl)).html).toContain('Try-out Accounts');
  });

  it('that a person leaves without signing in is no error', async () => {
    const person = new Browser();
    const { authorizeUrl, browser } = await begin();
    const { url } = await person.open(authorizeUrl);
    const back = await person.open(url.href, { email: '', answer: 'cancel' });
    expect(await finish(back.url, browser)).toEqual({ outcome: 'refused', reason: 'cancelled', returnTo: '/schedule' });
  });
});
