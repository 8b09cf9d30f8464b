import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, captionsRpc, mediaRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Person } from '../testing/gateway-under-test.ts';

const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Fakes media's HTTP server and its rpc: the tests check what arrives there and what comes back. */
describe('bytes', () => {
  let gateway: GatewayUnderTest;
  let person: Person;
  let refusal: AppError | null = null;
  let announcing: Promise<void> | null = null;
  let announced = 0;
  const opened: (string | null)[] = [];
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    person = gateway.person();
    await gateway.stub(mediaRpc.uploadStart, async ({ uploadId }) => {
      announced += 1;
      await announcing;
      if (refusal) {
        throw refusal;
      }
      return { uploadId, ticket: 'the-ticket', maxBytes: 52_428_800 };
    });
    await gateway.stub(mediaRpc.objectOpen, ({ key }, { businessId }) => {
      opened.push(businessId);
      if (key.includes('absent')) {
        throw new AppError('not_found');
      }
      return { path: '/internal/objects', ticket: `ticket-of-${key}` };
    });
  });
  afterAll(() => gateway.close());

  const upload = (raw: Buffer | Readable, headers: Record<string, string> = multipart) =>
    gateway.ask('POST', '/api/photos/direct-upload/up%201', { person, raw, headers });

  it('of an upload pass through as they come, with the ticket', async () => {
    const body = randomBytes(3_000_000);
    let seen: {
      url?: string | undefined;
      authorization?: string | undefined;
      sha256?: string;
      cookie?: string | undefined;
    } = {};
    gateway.media = (request, response) => {
      void collect(request).then((bytes) => {
        const { authorization, cookie } = request.headers;
        seen = { url: request.url, authorization, cookie, sha256: sha256(bytes) };
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}');
      });
    };
    const answer = await upload(body);
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect(seen).toEqual({
      url: '/internal/uploads/up%201',
      authorization: 'Ticket the-ticket',
      cookie: undefined,
      sha256: sha256(body),
    });
  });

  it('of a refused upload: the refusal arrives although the body was not read', async () => {
    gateway.media = (_request, response) => {
      const body = {
        error: 'payload_too_large',
        message: 'big.jpg exceeds the 50MB limit. Please use a smaller image.',
      };
      response.writeHead(413, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const answer = await upload(Buffer.alloc(20_000_000));
    expect([answer.status, answer.body['message']]).toEqual([
      413,
      'big.jpg exceeds the 50MB limit. Please use a smaller image.',
    ]);
    refusal = new AppError('upgrade_required', 'Storage limit reached. Upgrade.');
    const full = await upload(Buffer.alloc(20_000_000));
    refusal = null;
    expect([full.status, full.body['error']]).toEqual([403, 'upgrade_required']);
  });

  it('without an end: media is spared the rest, and the sender gets the refusal', async () => {
    let isClosed = false;
    gateway.media = (request, response) => {
      request.on('error', () => undefined);
      request.socket.once('close', () => (isClosed = true));
      request.once('data', () => {
        request.resume();
        response
          .writeHead(413, { 'content-type': 'application/json' })
          .end('{"error":"payload_too_large","message":"Too large."}');
      });
    };
    const endless = new Readable({ read: () => undefined });
    const push = (): void => void (endless.destroyed || endless.push(Buffer.alloc(65_536)));
    endless.on('data', () => setImmediate(push));
    push();
    const url = new URL('/api/photos/direct-upload/x', gateway.service.url);
    const outgoing = httpRequest(url, {
      method: 'POST',
      headers: { cookie: person.cookie, ...multipart },
      agent: false,
    });
    const status = await new Promise<number>((resolve, reject) => {
      outgoing.on('response', (answer) => resolve(answer.statusCode ?? 0));
      outgoing.on('error', reject);
      endless.pipe(outgoing);
    });
    expect(status).toBe(413);
    await eventually('media is not sent any more', () => expect(isClosed).toBe(true));
    endless.destroy();
    outgoing.destroy();
  });

  it('of a sender who goes away end at media, too', async () => {
    let isClosed = false;
    let hasBegun = false;
    gateway.media = (request) => {
      hasBegun = true;
      request.on('error', () => undefined);
      request.once('close', () => (isClosed = true));
      request.resume();
    };
    const url = new URL('/api/photos/direct-upload/x', gateway.service.url);
    const headers = { cookie: person.cookie, ...multipart, 'content-length': '1000000' };
    const outgoing = httpRequest(url, { method: 'POST', headers, agent: false });
    outgoing.on('error', () => undefined);
    outgoing.write(Buffer.alloc(1_000));
    await eventually('media is asked', () => expect(hasBegun).toBe(true));
    outgoing.destroy();
    await eventually('media is told', () => expect(isClosed).toBe(true));
  });

  it('of a sender who goes away while they are announced: media learns that none will come, by this attempt', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    announcing = promise;
    const before = announced;
    const told: object[] = [];
    gateway.media = (request, response) => {
      void collect(request).then((bytes) => {
        told.push({ url: request.url, ticket: request.headers.authorization, bytes: bytes.length });
        response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"validation_failed"}');
      });
    };
    const url = new URL('/api/photos/direct-upload/gone', gateway.service.url);
    const headers = { cookie: person.cookie, ...multipart, 'content-length': '1000000' };
    const outgoing = httpRequest(url, { method: 'POST', headers, agent: false });
    outgoing.on('error', () => undefined);
    outgoing.write(Buffer.alloc(1_000));
    await eventually('they are announced', () => expect(announced).toBe(before + 1));
    const gone = new Promise((done) => outgoing.once('close', done));
    outgoing.destroy();
    await gone;
    // The gateway has heard of it when it answers somebody else.
    await gateway.ask('GET', '/objects/absent', { person });
    announcing = null;
    resolve();
    const expected = [{ url: '/internal/uploads/gone', ticket: 'Ticket the-ticket', bytes: 0 }];
    await eventually('media is told', () => expect(told).toEqual(expected));
  });

  it.each([
    ['a service that is away', (request: IncomingMessage) => request.socket.destroy(), 503, 'unavailable'],
    [
      'an answer that is none',
      (_: IncomingMessage, response: ServerResponse) => response.writeHead(500).end('<html>'),
      502,
      'dependency_failed',
    ],
    [
      'an error of another house',
      (_: IncomingMessage, response: ServerResponse) => response.writeHead(400).end('{"error":"EvilCode"}'),
      502,
      'dependency_failed',
    ],
  ] as const)('%s: a clear error', async (_, media, status, code) => {
    gateway.media = media;
    const answer = await upload(Buffer.from('--b--'));
    expect([answer.status, answer.body['error']]).toEqual([status, code]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('of an upload are multipart', async () => {
    for (const type of ['application/json', 'image/jpeg', 'application/octet-stream']) {
      const answer = await upload(Buffer.from('{}'), { 'content-type': type });
      expect([answer.status, answer.body['error']]).toEqual([415, 'unsupported_media_type']);
    }
  });

  it('of an object come with what a browser needs, and sandboxed', async () => {
    const asked: IncomingMessage[] = [];
    gateway.media = (request, response) => {
      asked.push(request);
      response.writeHead(206, {
        'content-type': 'image/webp',
        'content-range': 'bytes 0-3/10',
        etag: '"abc"',
        'cache-control': 'private, max-age=31536000, immutable',
        'x-internal': 'secret',
        'set-cookie': 'a=b',
      });
      response.end(request.method === 'HEAD' ? undefined : 'RIFF');
    };
    const key = `${person.businessIds[0]}/0/400.webp`;
    const headers = { range: 'bytes=0-3', 'if-none-match': '"x"' };
    const answer = await gateway.ask('GET', `/objects/${key}`, { person, headers });
    expect([answer.status, answer.text]).toEqual([206, 'RIFF']);
    expect(answer.headers).toMatchObject({
      etag: '"abc"',
      'content-range': 'bytes 0-3/10',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect([answer.headers['x-internal'], answer.headers['set-cookie']]).toEqual([undefined, undefined]);
    expect(asked[0]?.headers).toMatchObject({ ...headers, authorization: `Ticket ticket-of-${key}` });
    expect(asked[0]?.headers.cookie).toBeUndefined();
    const head = await gateway.ask('HEAD', `/objects/${key}`, { person });
    expect([head.status, head.text, asked.at(-1)?.method]).toEqual([206, '', 'HEAD']);
  });

  it('of an original are of the business that its link names, which a link cannot send as a header', async () => {
    gateway.media = (_request, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end('JPEG');
    const [active, shown] = person.businessIds;
    const path = `/api/photos/${randomUUID()}/download`;
    const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' };
    opened.length = 0;
    for (const address of [`${path}?businessId=${shown}`, path]) {
      const answer = await gateway.ask('GET', address, { person, headers });
      expect([answer.status, answer.text]).toEqual([200, 'JPEG']);
    }
    expect(opened).toEqual([shown, active]);
    for (const [businessId, status] of [
      [gateway.person().businessIds[0], 404],
      ['mine', 400],
    ]) {
      expect((await gateway.ask('GET', `${path}?businessId=${businessId}`, { person, headers })).status).toBe(status);
    }
    expect(opened).toHaveLength(2);
  });

  it('that do not exist are 404 in the shape of our errors, and are never cached', async () => {
    gateway.media = (_request, response) =>
      response.writeHead(404, { 'cache-control': 'max-age=99' }).end('{"error":"not_found"}');
    const absent = await gateway.ask('GET', '/objects/absent', { person });
    const gone = await gateway.ask('GET', `/objects/${person.businessIds[0]}/x/y`, { person });
    for (const answer of [absent, gone]) {
      expect([answer.status, answer.body['error'], answer.headers['cache-control']]).toEqual([
        404,
        'not_found',
        'no-store',
      ]);
    }
    const foreign = await gateway.ask('GET', `/objects/${gateway.person().businessIds[0]}/x/y`, { person });
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' });
  });

  it('for a platform need no session, only the ticket', async () => {
    let asked = '';
    gateway.media = (request, response) => {
      asked = request.url ?? '';
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end('JPEG');
    };
    const ticket = `${'t'.repeat(600)}.sig.jpg`;
    const answer = await gateway.ask('GET', `/api/media/pull/${ticket}`);
    expect([answer.status, answer.text, asked]).toEqual([200, 'JPEG', `/internal/objects/${ticket}`]);
    await gateway.ask('GET', '/api/media/pull/..%2f..%2fmetrics');
    expect(asked).toBe('/internal/objects/..%2F..%2Fmetrics');
  });

  it('of a picture with a signature in its address need no session, and may be shown and kept by a CDN', async () => {
    const key = `${person.businessIds[0]}/0/400.webp`;
    const asked: IncomingMessage[] = [];
    gateway.media = (request, response) => {
      asked.push(request);
      const isKnown = request.url?.startsWith('/internal/objects/signed/t1.abc.good/') === true;
      response
        .writeHead(isKnown ? 200 : 404, {
          'content-type': 'image/webp',
          'cache-control': 'public, max-age=90000, immutable',
          'set-cookie': 'a=b',
        })
        .end('RIFF');
    };
    const headers = { 'sec-fetch-site': 'cross-site', 'if-none-match': '"x"' };
    const answer = await gateway.ask('GET', `/objects/signed/t1.abc.good/${key}`, { headers });
    expect([answer.status, answer.text]).toEqual([200, 'RIFF']);
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=90000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(asked[0]?.url).toBe(`/internal/objects/signed/t1.abc.good/${encodeURIComponent(key)}`);
    expect(asked[0]?.headers).toMatchObject({ 'if-none-match': '"x"' });
    expect(asked[0]?.headers.authorization).toBeUndefined();
    for (const address of [`t1.abc.bad/${key}`, 'x/y', '..%2f..%2fmetrics/z']) {
      const wrong = await gateway.ask('GET', `/objects/signed/${address}`);
      expect([wrong.status, wrong.body['error'], wrong.headers['cache-control']]).toEqual([
        404,
        'not_found',
        'no-store',
      ]);
    }
    expect(asked.at(-1)?.url).toBe('/internal/objects/signed/..%2F..%2Fmetrics/z');
    // Any other address still asks for one.
    expect((await gateway.ask('GET', `/objects/${key}`)).status).toBe(401);
    const own = await gateway.ask('GET', `/objects/${key}`, { person });
    expect(own.headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it('of an inline picture are parked, and the same picture is the same request', async () => {
    const generated = await gateway.stub(captionsRpc.captionGenerate, {
      ...{ caption: 'Bread.', hashtags: [], rawAnalysis: '', provider: 'openai', model: 'x' },
    });
    await gateway.stub(mediaRpc.scratchStart, { ticket: 'scratch-ticket', scratchId: person.userId });
    let parked: Buffer = Buffer.alloc(0);
    gateway.media = (request, response) =>
      void collect(request).then((bytes) => {
        parked = bytes;
        response.end('{"success":true}');
      });
    const picture = randomBytes(2_000_000);
    const body = { imageBase64: picture.toString('base64'), options: { style: 'casual' } };
    const answer = await gateway.ask('POST', '/api/generate-caption', {
      person,
      body,
      headers: { 'idempotency-key': 'k' },
    });
    expect([answer.status, answer.body['caption']]).toEqual([200, 'Bread.']);
    expect(sha256(parked)).toBe(sha256(picture));
    expect(generated.calls[0]).toMatchObject({
      input: { source: { scratchId: person.userId, sha256: sha256(picture) } },
      context: { idempotencyKey: 'k' },
    });
    for (const imageBase64 of ['data:image/jpeg;base64,AAAA', 'not base64!', '', 'AA=A']) {
      const refused = await gateway.ask('POST', '/api/generate-caption', { person, body: { imageBase64 } });
      expect([refused.status, refused.body['error']]).toEqual([400, 'validation_failed']);
    }
  });
});

/** Media takes connections and never says hello, as a machine that is about to go. */
describe('bytes that do not reach media', () => {
  it('break nothing when their sender goes away meanwhile', async () => {
    const connected = new Set<Socket>();
    const silent = createServer((socket) => connected.add(socket.on('error', () => undefined).resume()));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const gateway = await GatewayUnderTest.start({ MEDIA_INTERNAL_URL: `https://127.0.0.1:${port}` });
    const person = gateway.person();
    await gateway.stub(mediaRpc.uploadStart, ({ uploadId }) => ({
      uploadId,
      ticket: 'the-ticket',
      maxBytes: 1_000_000,
    }));
    const url = new URL('/api/photos/direct-upload/x', gateway.service.url);
    const headers = { cookie: person.cookie, ...multipart, 'content-length': '1000000' };
    const outgoing = httpRequest(url, { method: 'POST', headers, agent: false });
    outgoing.on('error', () => undefined);
    outgoing.write(Buffer.alloc(1_000));
    await eventually('media is asked', () => expect(connected.size).toBe(1));
    const [connection] = connected;
    const isGivenUp = new Promise((resolve) => connection?.once('close', resolve));
    outgoing.destroy();
    await isGivenUp;
    expect((await gateway.ask('GET', '/api/nothing-like-this', { person })).status).toBe(404);
    await gateway.close();
    silent.close();
  });
});

async function collect(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
