import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Person } from '../../harness/src/client.ts';
import type { Answer } from '../../harness/src/client.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { smallPicture } from '../../harness/src/picture.ts';

/** Attacks on connecting accounts and on platforms' messages (S46 to S55 in this folder's README). */
const origin = process.env['POSTLOOM_URL'] ?? 'http://localhost:3000';
const sandbox = process.env['POSTLOOM_SANDBOX_URL'] ?? 'http://localhost:3900';
const platforms = ['instagram', 'facebook', 'twitter', 'linkedin', 'tiktok'] as const;
const shop = (): string => `Shop ${randomUUID().slice(0, 8)}`;

interface Account {
  readonly id: string;
  readonly platform: string;
  readonly accountId: string;
  readonly status: string;
}
const accountsOf = async (person: Person): Promise<Account[]> =>
  (await person.expect(200, 'GET', '/api/social-accounts')) as Account[];

const back = (person: Person, url: URL): Promise<Answer> => person.request('GET', url.pathname + url.search);
const withQuery = (url: URL, change: Record<string, string | null>): URL => {
  const next = new URL(url);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) {
      next.searchParams.delete(name);
    } else {
      next.searchParams.set(name, value);
    }
  }
  return next;
};

/** A request with exactly this target and these headers; `fetch` would tidy both. */
function raw(
  method: string,
  target: string,
  headers: Record<string, string>,
  body?: string,
): Promise<{ status: number; location: string; text: string }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path: target, headers, agent: false }, (incoming) => {
      let text = '';
      incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, location: String(incoming.headers.location ?? ''), text }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

let person: Person;
let other: Person;
beforeAll(async () => {
  [person, other] = await Promise.all([
    Person.signUp(origin, { tier: 'agency', name: 'Connector' }),
    Person.signUp(origin, { tier: 'agency', name: 'Attacker' }),
  ]);
}, 60_000);

describe('S46: platforms that are none', () => {
  it.each([
    ['GET', '/api/social/{p}/auth'],
    ['GET', '/api/social/{p}/connect'],
    ['GET', '/api/social/{p}/callback?code=x&state=y'],
    ['GET', '/api/social/{p}/doctor'],
    ['POST', '/api/social/{p}/pick'],
    ['DELETE', '/api/social/{p}/disconnect'],
    ['GET', '/api/platform-callbacks/{p}/webhook?hub.mode=subscribe&hub.challenge=1&hub.verify_token=x'],
    ['POST', '/api/platform-callbacks/{p}/webhook'],
  ])('%s %s', async (method, path) => {
    for (const platform of [
      'evil',
      'INSTAGRAM',
      'x',
      '..%2finstagram',
      '%00',
      'instagram%00',
      '%2e%2e',
      'instagram ',
      '__proto__',
      'a'.repeat(3_000),
    ]) {
      const answer = await raw(
        method,
        path.replace('{p}', platform.replace(' ', '%20')),
        {
          cookie: person.session ?? '',
          ...(method === 'POST' && { 'content-type': 'application/json', 'content-length': '2' }),
        },
        method === 'POST' ? '{}' : undefined,
      );
      // The server in front calls an address with a NUL malformed, before anybody looks for a platform in it.
      const isMalformed = platform.includes('%00');
      expect([platform, answer.status]).toEqual([platform, isMalformed ? 400 : 404]);
      if (!isMalformed) {
        expect(JSON.parse(answer.text)).toMatchObject({ error: 'not_found', message: 'Not found.' });
      }
    }
    for (const target of ['/api/social/../social/instagram/auth', '/api/social//auth']) {
      expect((await raw('GET', target, { cookie: person.session ?? '' })).status).toBe(404);
    }
    expect(await accountsOf(person)).toEqual([]);
  });
});

describe.each(platforms)('S47, S48, S51: connecting %s', (platform) => {
  it('state missing, empty, invented, of another session, person or business: 400, nothing linked', async () => {
    const url = await person.consented(platform, shop());
    const elsewhere = await person.signInAgain();
    const sibling = person.inBusiness(await person.createBusiness(`Sibling ${platform}`));
    for (const [who, wrong] of [
      [person, withQuery(url, { state: null })],
      [person, withQuery(url, { state: '' })],
      [person, withQuery(url, { state: 'A'.repeat(43) })],
      [elsewhere, url],
      [other, url],
      [sibling, url],
    ] as const) {
      const answer = await back(who, wrong);
      expect(answer.status).toBe(400);
      expect(String(answer.body)).toContain('Connection Failed');
    }
    expect((await back(new Person(origin), url)).status).toBe(401);
    for (const one of [person, other, sibling]) {
      expect((await accountsOf(one)).map((a) => a.platform)).not.toContain(platform);
    }
  });

  it('an attacker’s code in the victim’s browser, and another issuer: 400 or refused, nothing linked', async () => {
    const bait = await other.consented(platform, shop());
    expect((await back(person, bait)).status).toBe(400);
    const own = await person.consented(platform, shop());
    expect((await back(person, withQuery(own, { iss: 'https://evil.example' }))).status).toBe(400);
    // A foreign code under the own state: X refuses it for its PKCE; the others have only the state to go by, and that is used up.
    if (platform === 'twitter') {
      const mixed = withQuery(own, { code: bait.searchParams.get('code') });
      expect(String((await back(person, mixed)).body)).toContain('Connection Failed');
      expect((await accountsOf(person)).map((account) => account.platform)).not.toContain(platform);
    }
    expect((await accountsOf(other)).map((account) => account.platform)).not.toContain(platform);
  });

  it('the redirect address is ours, whatever the request says of itself; another site cannot start it', async () => {
    const expected = `${origin}/api/social/${platform}/callback`;
    const cookie = person.session ?? '';
    const host = new URL(origin).host;
    const lies: Record<string, string>[] = [
      { host, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      { host, forwarded: 'host=evil.example;proto=https' },
      { host, 'x-original-host': 'evil.example', 'x-forwarded-server': 'evil.example' },
    ];
    for (const headers of lies) {
      const answer = await raw('GET', `/api/social/${platform}/connect`, { ...headers, cookie });
      expect(answer.status).toBe(302);
      expect(new URL(answer.location).searchParams.get('redirect_uri')).toBe(expected);
    }
    const evil = await raw('GET', `/api/social/${platform}/connect`, { host: 'evil.example', cookie });
    if (evil.status === 302) {
      expect(new URL(evil.location).searchParams.get('redirect_uri')).toBe(expected);
    } else {
      expect(evil.status).toBeGreaterThanOrEqual(400);
    }
    for (const site of ['cross-site', 'same-site']) {
      const answer = await raw('GET', `/api/social/${platform}/connect`, { host, cookie, 'sec-fetch-site': site });
      expect([answer.status, answer.location]).toEqual([403, '']);
      expect(answer.text).toContain('csrf_rejected');
    }
  });

  it('replayed: the second time 400, and one account; then S54: twice, and of another business', async () => {
    await person.connect(platform, shop());
    const before = await accountsOf(person);
    const again = await person.consented(platform, shop());
    const page = await back(person, again);
    expect(page.status).toBe(200);
    expect((await back(person, again)).status).toBe(400);
    expect((await accountsOf(person)).filter((account) => account.platform === platform)).toHaveLength(1);
    expect(before.some((account) => account.platform === platform)).toBe(true);

    // S50, the server's part: the page speaks to its own origin alone, and what anybody tells a page changes nothing here.
    const html = String(page.body);
    expect(html).toContain('postMessage(full,location.origin)');
    expect(html).not.toMatch(/postMessage\([^)]*['"]\*['"]/);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(((await other.expect(200, 'GET', '/api/social/status')) as Record<string, boolean>)[platform]).toBe(false);

    // S54
    expect((await other.request('DELETE', `/api/social/${platform}/disconnect`)).status).toBe(404);
    expect((await accountsOf(person)).some((account) => account.platform === platform)).toBe(true);
    for (let round = 0; round < 2; round += 1) {
      expect(await person.expect(200, 'DELETE', `/api/social/${platform}/disconnect`)).toEqual({ success: true });
    }
    expect((await accountsOf(person)).some((account) => account.platform === platform)).toBe(false);
  });
});

describe('S54: disconnecting with posts queued', () => {
  it('they wait with the reason, and go out after reconnecting', async () => {
    const name = shop();
    await person.connect('facebook', name);
    const photo = await person.upload(await smallPicture(7));
    const post = await person.createPost({
      caption: `Waits for me ${randomUUID()}`,
      platforms: ['facebook'],
      photoId: photo.id,
      status: 'scheduled',
      scheduledFor: new Date(Date.now() + 3_000).toISOString(),
    });
    await person.expect(200, 'DELETE', '/api/social/facebook/disconnect');
    const target = await eventually('it says why it waits', async () => {
      const [one] = (await person.post(post.id)).targets;
      return one?.status === 'needs_attention' ? one : undefined;
    });
    expect(target.error?.message).toContain('disconnected');
    await person.connect('facebook', name);
    await eventually('it is out', async () => ((await person.post(post.id)).status === 'published' ? true : undefined));
    await person.expect(200, 'DELETE', '/api/social/facebook/disconnect');
  });
});

describe('S55: a plan with one account', () => {
  it('a second one is refused before and after the consent; of two at once one is linked', async () => {
    const free = await Person.signUp(origin, { name: 'Free' });
    const early = await free.consented('facebook', shop());
    await free.connect('twitter', shop());
    expect((await free.request('GET', '/api/social/instagram/auth')).body).toMatchObject({ error: 'upgrade_required' });
    const late = await back(free, early);
    expect([late.status, String(late.body).includes('Account limit reached')]).toEqual([403, true]);
    expect(await accountsOf(free)).toHaveLength(1);

    const racer = await Person.signUp(origin, { name: 'Racer' });
    const urls = await Promise.all([
      racer.consented('twitter', shop()),
      racer.consented('instagram', shop()),
      racer.consented('tiktok', shop()),
    ]);
    const answers = await Promise.all(urls.map((url) => back(racer, url)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 403, 403]);
    expect(await accountsOf(racer)).toHaveLength(1);
  });
});

describe('the connection doctor', () => {
  it('says nothing of what others have connected, and holds no secret', async () => {
    await person.connect('facebook', 'Very Secret Bakery');
    for (const platform of platforms) {
      const answer = await other.request('GET', `/api/social/${platform}/doctor`);
      expect([answer.status, answer.body]).toEqual([
        200,
        expect.objectContaining({ platform, verdict: 'not_connected' }),
      ]);
      expect(JSON.stringify(answer.body)).not.toMatch(/Very Secret Bakery|secret-|app-secret|IGAA|EAA|AQX|act\.|rft\./);
    }
    expect((await new Person(origin).request('GET', '/api/social/facebook/doctor')).status).toBe(401);
    const own = (await person.expect(200, 'GET', '/api/social/facebook/doctor')) as {
      verdict: string;
      checks: { id: string; status: string }[];
    };
    expect(own.verdict).toBe('ok');
    expect(own.checks.find((check) => check.id === 'redirect_reachable')?.status).toBe('ok');
    await person.expect(200, 'DELETE', '/api/social/facebook/disconnect');
  });
});

describe('what platforms tell us', () => {
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    raw(
      'POST',
      `/api/platform-callbacks/${path}`,
      { 'content-length': String(Buffer.byteLength(body)), ...headers },
      body,
    );
  /** The sandbox sends it, signed as the platform signs. */
  async function told(body: Record<string, unknown>): Promise<{ status: number; problem: string | null }[]> {
    const answer = await fetch(`${sandbox}/sandbox/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { deliveries } = (await answer.json()) as { deliveries: { status: number; problem: string | null }[] };
    return deliveries;
  }
  const statusOf = async (platform: string): Promise<string | undefined> =>
    (await accountsOf(person)).find((account) => account.platform === platform)?.status;

  it('unsigned, wrongly signed, of no type or too long: 401, 404 or 413, and no 5xx', async () => {
    const json = { 'content-type': 'application/json' };
    for (const platform of ['instagram', 'facebook', 'tiktok']) {
      for (const headers of [
        json,
        { ...json, 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
        { ...json, 'tiktok-signature': `t=${Math.floor(Date.now() / 1_000)},s=${'0'.repeat(64)}` },
        { ...json, 'tiktok-signature': 't=,s=' },
        { ...json, cookie: person.session ?? '' },
        {},
      ]) {
        expect((await post(`${platform}/webhook`, '{"event":"authorization.removed"}', headers)).status).toBe(401);
      }
      expect((await post(`${platform}/webhook`, '{', json)).status).toBe(401);
      expect((await post(`${platform}/webhook`, '')).status).toBe(401);
      expect((await post(`${platform}/webhook`, ' '.repeat(300_000), json)).status).toBe(413);
    }
    for (const platform of ['twitter', 'linkedin']) {
      expect((await post(`${platform}/webhook`, '{}', json)).status).toBe(404);
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const body of [
      '',
      'signed_request=',
      'signed_request=a.b',
      'signed_request=.e30',
      `signed_request=${'a'.repeat(30_000)}`,
    ]) {
      expect((await post('meta/deauthorize', body, form)).status).toBe(401);
    }
    const verify = '/api/platform-callbacks/instagram/webhook?hub.mode=subscribe&hub.challenge=1&hub.verify_token=';
    for (const token of ['', 'x', 'sandbox-facebook-verify-token']) {
      expect((await raw('GET', verify + token, {})).status).toBe(401);
    }
  });

  it('the question before webhooks is answered for who knows the token', async () => {
    for (const platform of ['instagram', 'facebook']) {
      await person.connect(platform, shop());
      const [account] = (await accountsOf(person)).filter((one) => one.platform === platform);
      const ask = { platform, event: 'verify', accountId: account?.accountId };
      expect(await told(ask)).toMatchObject([{ status: 200, problem: null }]);
      expect(await told({ ...ask, forged: true })).toMatchObject([{ status: 401 }]);
      await person.expect(200, 'DELETE', `/api/social/${platform}/disconnect`);
    }
  });

  it.each(['instagram', 'facebook', 'tiktok'])(
    '%s: a removal ends the connection, a forged or copied one does nothing',
    async (platform) => {
      const name = shop();
      await person.connect(platform, name);
      const [account] = (await accountsOf(person)).filter((one) => one.platform === platform);
      const accountId = account?.accountId;
      const removed = { platform, event: 'removed', accountId };
      expect(await told({ ...removed, forged: true })).toMatchObject([{ status: 401 }]);
      expect(await statusOf(platform)).toBe('active');
      const [first, copy] = await told({ ...removed, times: 2 });
      expect([first?.status, copy?.status]).toEqual([200, 401]);
      await eventually('it must be reconnected', async () =>
        (await statusOf(platform)) === 'reconnect_required' ? true : undefined,
      );
      await person.connect(platform, name);
      expect(await statusOf(platform)).toBe('active');
      await person.expect(200, 'DELETE', `/api/social/${platform}/disconnect`);
    },
  );
});
