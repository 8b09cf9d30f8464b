import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { eventually } from '../../../harness/src/eventually.ts';
import { sandboxCredentials } from '../environment.ts';
import { Harness, picture } from '../testing/harness.ts';
import type { Answer } from '../testing/harness.ts';

interface Received {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const h = new Harness();
/** The product's side: keeps what it receives and gives a chosen answer. */
let server: Server;
let origin = '';
let received: Received[] = [];
let answers: (received: Received) => { status: number; body: string } = () => ({ status: 200, body: '{}' });

beforeAll(async () => {
  await h.start();
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://product');
      const entry = {
        method: request.method ?? '',
        url,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      received.push(entry);
      const { status, body } = answers(entry);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(async () => {
  await h.stop();
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});
beforeEach(async () => {
  received = [];
  answers = () => ({ status: 200, body: '{}' });
  await h.settings({ webhookUrl: `${origin}/api/platform-callbacks`, tiktokModerationMs: 0 });
});

const secrets = sandboxCredentials;

async function ask(
  body: Answer,
): Promise<{ status: number; deliveries: { status: number; problem: string | null }[]; message: unknown }> {
  const answer = await h.call('POST', '/sandbox/webhooks', { json: body });
  return { status: answer.status, deliveries: answer.body['deliveries'] as never, message: answer.body['message'] };
}

/** The payload of a signed_request whose signature is right for that secret; null when it is not. */
function verified(entry: Received | undefined, secret: string): Answer | null {
  const [signature, payload = ''] = (new URLSearchParams(entry?.body).get('signed_request') ?? '').split('.');
  const right = createHmac('sha256', secret).update(payload).digest('base64url');
  return signature === right ? (JSON.parse(Buffer.from(payload, 'base64url').toString()) as Answer) : null;
}

describe('what Meta sends', () => {
  it('reports a removed connection by a signed request, and the token is dead', async () => {
    const { token, account } = await h.instagram('Leaving Gram');
    const { deliveries } = await ask({ platform: 'instagram', event: 'removed', accountId: account });
    expect(deliveries).toMatchObject([{ status: 200, problem: null }]);
    const [entry] = received;
    expect([entry?.method, entry?.url.pathname]).toEqual(['POST', '/api/platform-callbacks/meta/deauthorize']);
    expect(verified(entry, secrets.instagram.clientSecret)).toMatchObject({ algorithm: 'HMAC-SHA256' });
    expect(verified(entry, secrets.facebook.clientSecret)).toBeNull();
    expect((await h.call('GET', '/instagram/graph/me', { token })).status).toBe(401);
  });

  it('leaves the connection alone when somebody else says that it was removed', async () => {
    const { token, account } = await h.instagram('Staying Gram');
    await ask({ platform: 'instagram', event: 'removed', accountId: account, forged: true });
    expect(verified(received[0], secrets.instagram.clientSecret)).toBeNull();
    expect((await h.call('GET', '/instagram/graph/me', { token })).status).toBe(200);
  });

  it('names the Page that removed the app, or the person', async () => {
    const { pages } = await h.facebook('Leaving Page');
    await ask({ platform: 'facebook', event: 'deauthorize', accountId: pages[0]?.id });
    await ask({ platform: 'facebook', event: 'deauthorize' });
    expect(received.map((entry) => verified(entry, secrets.facebook.clientSecret))).toMatchObject([
      { profile_id: pages[0]?.id, user_id: '0' },
      { user_id: '122100000000001' },
    ]);
  });

  it('asks for deletion and looks at the answer and its status page', async () => {
    const { account } = await h.instagram('Forget Gram');
    const request = { platform: 'instagram', event: 'data_deletion', accountId: account };
    expect((await ask(request)).deliveries[0]?.problem).toBe('the answer has no url');
    answers = ({ url }) =>
      url.pathname === '/status/A1'
        ? { status: 404, body: '' }
        : { status: 200, body: JSON.stringify({ url: `${origin}/status/A1`, confirmation_code: 'A1' }) };
    expect((await ask(request)).deliveries[0]?.problem).toContain('answered 404');
    answers = () => ({ status: 200, body: JSON.stringify({ url: `${origin}/status/A1`, confirmation_code: 'A1' }) });
    expect((await ask(request)).deliveries[0]?.problem).toBeNull();
    expect(received[0]?.url.pathname).toBe('/api/platform-callbacks/meta/data-deletion');
  });

  it('signs webhooks over their bytes, verifies the address, repeats and forges on demand', async () => {
    const { pages } = await h.facebook('Hooked Page');
    const accountId = pages[0]?.id;
    await ask({
      platform: 'facebook',
      event: 'feed',
      accountId,
      content: { item: 'status', verb: 'remove' },
      times: 2,
    });
    await ask({ platform: 'facebook', event: 'feed', accountId, forged: true });
    expect(received.map((entry) => entry.url.pathname)).toEqual(
      Array(3).fill('/api/platform-callbacks/facebook/webhook'),
    );
    const isRight = received.map(
      ({ headers, body }) =>
        headers['x-hub-signature-256'] ===
        `sha256=${createHmac('sha256', secrets.facebook.clientSecret).update(body).digest('hex')}`,
    );
    expect(isRight).toEqual([true, true, false]);
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      object: 'page',
      entry: [{ id: accountId, changes: [{ field: 'feed', value: { verb: 'remove' } }] }],
    });
    answers = ({ url }) => ({ status: 200, body: url.searchParams.get('hub.challenge') ?? '' });
    expect((await ask({ platform: 'facebook', event: 'verify', accountId })).deliveries[0]?.problem).toBeNull();
    expect(received.at(-1)?.url.searchParams.get('hub.verify_token')).toBe(secrets.facebook.verifyToken);
    answers = () => ({ status: 200, body: 'yes' });
    expect((await ask({ platform: 'facebook', event: 'verify' })).deliveries[0]?.problem).toContain('challenge');
  });
});

describe('what TikTok sends', () => {
  it('signs with time and body; reports a post when it is public and when it is gone', async () => {
    const { token, openId } = await h.tiktok('Hooked Tok');
    await h.tiktokPost(token, [h.pictures.add(await picture())], { title: 'tell me' });
    const events = (): string[] => received.map(({ body }) => (JSON.parse(body) as { event: string }).event);
    await eventually('the app is told of the post', () => events().includes('post.publish.publicly_available'), 10_000);
    expect(events()).toContain('post.publish.complete');
    const [row] = await h.publications(`?account=${openId}`);
    const entry = received.find(({ body }) => body.includes('publicly_available'));
    const [, time = '', signature] =
      /^t=(\d+),s=([0-9a-f]{64})$/.exec(String(entry?.headers['tiktok-signature'])) ?? [];
    const right = createHmac('sha256', secrets.tiktok.clientSecret).update(`${time}.${entry?.body ?? ''}`);
    expect(signature).toBe(right.digest('hex'));
    const message = JSON.parse(entry?.body ?? '') as { user_openid: string; content: string };
    expect(message.user_openid).toBe(openId);
    expect(JSON.parse(message.content)).toMatchObject({ post_id: row?.remoteId, publish_type: 'DIRECT_PUBLISH' });

    await h.call('DELETE', `/sandbox/publications/tiktok/${row?.remoteId ?? ''}`);
    await eventually(
      'the app is told of the removal',
      () => events().includes('post.publish.no_longer_publicaly_available'),
      10_000,
    );
    expect((await h.publications(`?account=${openId}`))[0]?.deletedAt).toBeDefined();
    await ask({ platform: 'tiktok', event: 'removed', accountId: openId });
    expect(events().at(-1)).toBe('authorization.removed');
    expect((await h.call('GET', '/tiktok/v2/user/info/?fields=open_id', { token })).status).toBe(401);
  });

  it('repeats a message that the product does not accept', async () => {
    const { token } = await h.tiktok('Patient Tok');
    let refused = 0;
    answers = () => ({ status: (refused += 1) <= 1 ? 503 : 200, body: '' });
    await h.tiktokPost(token, [`${h.pictures.origin}/missing.jpg`]);
    await eventually('a second try', () => received.length >= 2, 10_000);
    expect(new Set(received.map(({ body }) => (JSON.parse(body) as { event: string }).event))).toEqual(
      new Set(['post.publish.failed']),
    );
  });
});

describe('the webhook calls', () => {
  it('end connections of platforms that send nothing, and refuse what makes no sense', async () => {
    const { token, id } = await h.x('Silent Bird');
    expect((await ask({ platform: 'x', event: 'removed', accountId: id })).deliveries).toEqual([]);
    expect((await h.call('GET', '/x/2/users/me', { token })).status).toBe(401);
    const linked = await h.linkedIn('Silent Link');
    await ask({ platform: 'linkedin', event: 'removed', accountId: linked.organization.split(':').at(-1) });
    expect((await h.call('GET', '/linkedin/v2/userinfo', { token: linked.token })).status).toBe(401);
    expect(received).toEqual([]);
    for (const body of [
      { platform: 'x', event: 'verify', accountId: id },
      { platform: 'myspace', event: 'removed' },
      { platform: 'tiktok', event: 'removed' },
      { platform: 'instagram', event: 'removed', accountId: 'nobody' },
      { platform: 'instagram' },
    ]) {
      const { status, message } = await ask(body);
      expect([status, typeof message]).toEqual([400, 'string']);
    }
    await h.settings({ webhookUrl: '' });
    expect((await ask({ platform: 'facebook', event: 'deauthorize' })).status).toBe(400);
  });

  it('keep the last deliveries with what was wrong', async () => {
    await h.settings({ webhookUrl: 'http://127.0.0.1:9/api/platform-callbacks' });
    const { deliveries } = await ask({ platform: 'facebook', event: 'deauthorize' });
    expect(deliveries).toMatchObject([{ status: 0 }]);
    const [last] = (await h.call('GET', '/sandbox/webhooks')).body as unknown as Answer[];
    expect(last).toMatchObject({
      platform: 'facebook',
      event: 'deauthorize',
      problem: expect.stringContaining('ECONNREFUSED'),
    });
    const overview = await h.call('GET', '/sandbox/overview');
    expect((overview.body['connections'] as unknown[]).length).toBeGreaterThan(0);
    expect((overview.body['webhooks'] as unknown[]).length).toBeGreaterThan(0);
  });
});
