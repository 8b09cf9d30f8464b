import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import { openidRpc } from '@postloom/contracts';
import type { OutputOf } from '@postloom/contracts';
import { codeOf, IdentityUnderTest, origin } from '../../testing/identity-under-test.ts';
import { FalseProvider } from './false-provider.ts';

type Finished = OutputOf<typeof openidRpc.signInFinish>;

/** Identity whose people sign in at a provider that can be made to lie; honest again before each test of the file that calls this. */
export function openidUnderTest() {
  let provider: FalseProvider;
  let identity: IdentityUnderTest;
  beforeAll(async () => {
    provider = await FalseProvider.start();
    identity = await IdentityUnderTest.start({ ...provider.env, OIDC_TIMEOUT_MS: '400', OIDC_DISCOVERY_SECONDS: '1' });
  });
  afterAll(async () => {
    await identity.close();
    await provider.close();
  });
  beforeEach(() => provider.honest());

  const start = (browser: string | null = null, returnTo = '/') =>
    identity.rpc(openidRpc.signInStart, { returnTo, browser, origin });
  const finish = (query: string, browser: string | null, replaces: string | null = null): Promise<Finished> =>
    identity.rpc(openidRpc.signInFinish, { query, browser, origin, replaces });

  async function signIn(returnTo = '/'): Promise<Finished> {
    const { authorizeUrl, browser } = await start(null, returnTo);
    return finish(provider.approve(authorizeUrl), browser);
  }

  async function signedIn(): Promise<Extract<Finished, { outcome: 'signed_in' }>> {
    const result = await signIn();
    if (result.outcome !== 'signed_in') {
      throw new Error(result.reason);
    }
    return result;
  }

  /** All that a sign-in could change. */
  async function state(): Promise<Record<string, string>> {
    const [row] = await identity.sql<Record<string, string>>(
      `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM sessions) AS sessions,
              (SELECT count(*) FROM openid_links) AS links, (SELECT count(*) FROM openid_sessions) AS begun,
              (SELECT count(*) FROM openid_link_requests) AS requests, (SELECT count(*) FROM mail_queue) AS mails,
              (SELECT count(*) FROM outbox) AS events, (SELECT count(*) FROM challenges) AS challenges,
              (SELECT count(*) FROM totp) AS apps, (SELECT count(*) FROM passkeys) AS passkeys,
              (SELECT count(*) FROM audit_log) AS noted`,
    );
    return row ?? {};
  }

  /** The code with which an attempt fails that leaves everything as it was. */
  async function changesNothing(attempt: () => Promise<unknown>): Promise<string> {
    const before = await state();
    const code = await codeOf(attempt());
    expect(await state()).toEqual(before);
    return code;
  }

  return {
    get provider() {
      return provider;
    },
    get identity() {
      return identity;
    },
    ...{ start, finish, signIn, signedIn, state, changesNothing },
  };
}
