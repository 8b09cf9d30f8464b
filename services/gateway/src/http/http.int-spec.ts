import { Agent, request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  errorCodes,
  errorMeaning,
  errorTable,
  identityRpc,
  publisherRpc,
  routeList,
  schedulingRpc,
  AppError,
} from '@postloom/contracts';
import type { ErrorCode, RouteContract } from '@postloom/contracts';
import type { RpcStub } from '@postloom/testing';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import { isForeign, isStreamed } from './body-rules.ts';
import type { Answer, Person } from '../testing/gateway-under-test.ts';

const anyId = randomUUID();
/** The route's path with a valid value for every parameter. */
const pathOf = (contract: RouteContract): string =>
  contract.path
    .replace('{platform}', 'instagram')
    .replace('{key}', `${anyId}/${anyId}/400.webp`)
    .replaceAll(/\{\w+\}/g, anyId);
const sessionRoutes = routeList.filter(({ access }) => access === 'session');

describe('the gateway', () => {
  let gateway: GatewayUnderTest;
  let person: Person;
  let list: RpcStub<typeof schedulingRpc.postList>;
  let created: RpcStub<typeof schedulingRpc.postCreate>;
  let ended: RpcStub<typeof identityRpc.sessionEnd>;
  let connected: RpcStub<typeof publisherRpc.oauthStart>;
  /** The answer to creating a post. */
  let outcome: () => never = () => {
    throw new AppError('not_found');
  };

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    person = gateway.person();
    list = await gateway.stub(schedulingRpc.postList, []);
    created = await gateway.stub(schedulingRpc.postCreate, () => outcome());
    ended = await gateway.stub(identityRpc.sessionEnd, { success: true });
    connected = await gateway.stub(publisherRpc.oauthStart, { authUrl: 'https://platform.example/authorize' });
  });
  afterAll(() => gateway.close());

  const expectHeaders = ({ headers }: Answer) =>
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.any(String),
      'cross-origin-opener-policy': expect.stringMatching(/same-origin-allow-popups|unsafe-none/),
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[\w-]{8,64}$/),
    });
  const expectError = (answer: Answer, code: ErrorCode) => {
    expect([answer.status, answer.body['error']]).toEqual([errorMeaning(code).status, code]);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.body['requestId']).toBe(answer.headers['x-request-id']);
    expect(
      Object.keys(answer.body).filter((key) => !['error', 'message', 'details', 'requestId'].includes(key)),
    ).toEqual([]);
    expectHeaders(answer);
  };

  describe('denies by default (S01)', () => {
    it.each(sessionRoutes.map((contract) => [contract.method, pathOf(contract)]))('%s %s', async (method, path) => {
      for (const headers of [
        {},
        { cookie: '__Host-postloom_session=forged' },
        { cookie: 'postloom_session=of-another-name' },
        { authorization: 'Bearer x' },
      ]) {
        const answer = await gateway.ask(method, path, { headers });
        expectError(answer, 'unauthorized');
        expect(answer.body['message']).toBe('Unauthorized');
      }
    });

    it.each(['GET', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY'])(
      '%s, whatever way the address is written',
      async (method) => {
        const before = list.calls.length;
        for (const path of [
          '/api/posts',
          '/api/posts/',
          '//api/posts',
          '/api//posts',
          '/API/posts',
          '/api/%70osts',
          '/api/posts;x=1',
          '/api/posts?x=%00',
          '/api/./posts',
          '/api/x/../posts',
          '/api/posts%2f',
          '/api/posts#x',
          'http://evil.example/api/posts',
        ]) {
          const answer = await gateway.ask(method, path, { headers: { cookie: '__Host-postloom_session=forged' } });
          expect([path, [401, 404, 400, 405].includes(answer.status)]).toEqual([path, true]);
          expectHeaders(answer);
        }
        expect(list.calls.length).toBe(before);
      },
    );

    it('HEAD with a session is GET without its body', async () => {
      const answer = await gateway.ask('HEAD', '/api/posts', { person });
      expect([answer.status, answer.text]).toEqual([200, '']);
      expectHeaders(answer);
    });
  });

  describe('refuses other sites (S06, S07, S51)', () => {
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'https://postloom.example' },
    ];
    it.each(routeList.filter(({ method }) => method !== 'GET').map((contract) => [contract.method, pathOf(contract)]))(
      '%s %s',
      async (method, path) => {
        for (const headers of foreign) {
          expectError(await gateway.ask(method, path, { person, headers, body: {} }), 'csrf_rejected');
        }
      },
    );

    it.each([
      '/api/logout',
      '/api/%6cogout',
      '/api/logout?x',
      '/api/social/instagram/connect',
      '/api/social/instagram/%63onnect',
    ])('the navigation %s', async (path) => {
      for (const method of ['GET', 'HEAD']) {
        expectError(
          await gateway.ask(method, path, { person, headers: { 'sec-fetch-site': 'cross-site' } }).then(withBody),
          'csrf_rejected',
        );
      }
      expect([ended.calls.length, connected.calls.length]).toEqual([0, 0]);
    });

    /** HEAD has no body to check; its status and headers are the same. */
    const withBody = (answer: Answer): Answer =>
      answer.text === ''
        ? { ...answer, body: { error: 'csrf_rejected', requestId: answer.headers['x-request-id'] } }
        : answer;

    it('but not itself, nor scripts', async () => {
      const own = { origin: 'https://postloom.example', 'sec-fetch-site': 'same-origin' };
      for (const headers of [own, {}]) {
        expectError(await gateway.ask('POST', '/api/posts', { person, headers, body: post }), 'not_found');
      }
      const logout = await gateway.ask('GET', '/api/logout', { person, headers: { 'sec-fetch-site': 'same-origin' } });
      expect([logout.status, logout.headers['location'], ended.calls.length]).toEqual([302, '/', 1]);
      expect(logout.headers['set-cookie']).toMatch(
        /^__Host-postloom_session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      );
    });
  });

  describe('takes JSON only (S08)', () => {
    it.each([
      ['text/plain', '{"a":1}'],
      ['application/x-www-form-urlencoded', 'caption=x&platforms=instagram'],
      ['multipart/form-data; boundary=b', '--b--'],
      ['application/xml', '<a/>'],
      ['', '{"a":1}'],
    ])('not %j', async (type, raw) => {
      for (const contract of routeList.filter((one) => one.method !== 'GET' && !isStreamed(one) && !isForeign(one))) {
        const headers = { 'content-length': String(raw.length), ...(type !== '' && { 'content-type': type }) };
        expectError(
          await gateway.ask(contract.method, pathOf(contract), { person, raw, headers }),
          'unsupported_media_type',
        );
      }
    });

    it.each([
      '{',
      '{"caption":}',
      '[1',
      'null',
      '"text"',
      '{"__proto__":{"tier":"agency"}}',
      '{"constructor":{"prototype":{}}}',
      '',
    ])('and readable: %j', async (raw) => {
      const headers = { 'content-type': 'application/json', 'content-length': String(raw.length) };
      expectError(await gateway.ask('POST', '/api/posts', { person, raw, headers }), 'validation_failed');
      expect(({} as { tier?: string }).tier).toBeUndefined();
    });

    it('and short: 413 says so, with or without a length', async () => {
      const raw = JSON.stringify({ caption: 'x'.repeat(1_100_000) });
      for (const headers of [{ 'content-length': String(raw.length) }, { 'transfer-encoding': 'chunked' }]) {
        const answer = await gateway.ask('POST', '/api/posts', {
          person,
          raw,
          headers: { ...headers, 'content-type': 'application/json' },
        });
        expectError(answer, 'payload_too_large');
        expect(answer.body['message']).toBe('This request is too large.');
      }
    });

    it('and short: whoever sends more keeps the connection until the answer is read', async () => {
      const agent = new Agent({ keepAlive: true });
      try {
        const answer = await new Promise<IncomingMessage>((resolve, reject) => {
          const headers = { 'content-type': 'application/json', 'content-length': '1100000', cookie: person.cookie };
          const url = new URL('/api/posts', gateway.service.url);
          const outgoing = httpRequest(url, { method: 'POST', headers, agent }, resolve);
          outgoing.once('error', reject);
          outgoing.write(' '.repeat(1_000)); // the rest is still on its way
        });
        expect([answer.statusCode, answer.headers['connection']]).toEqual([413, undefined]);
        answer.destroy();
      } finally {
        agent.destroy();
      }
    });

    it.each([10_000_001, 40_000_000])(
      'a caption picture of %i characters is too large a picture (S41)',
      async (length) => {
        const answer = await gateway.ask('POST', '/api/generate-caption', {
          person,
          body: { imageBase64: 'A'.repeat(length) },
        });
        expectError(answer, 'payload_too_large');
        expect(answer.body['message']).toBe('Image too large. Please try a smaller photo.');
      },
    );
  });

  describe('checks ids before anybody is asked (S12)', () => {
    const withIds = sessionRoutes.filter(({ path }) => path.includes('{id}'));
    it.each(withIds.map((contract) => [contract.method, contract.path]))('%s %s', async (method, path) => {
      for (const bad of ['not-a-uuid', '%27%20OR%201%3D1--', '-1', 'x'.repeat(10_000), '%00', `${anyId}0`]) {
        const answer = await gateway.ask(method, path.replace('{id}', bad), {
          person,
          ...(method === 'PUT' && { body: {} }),
        });
        expectError(answer, 'invalid_id');
      }
    });

    it('a header as well', async () => {
      expectError(
        await gateway.ask('GET', '/api/posts', { person, headers: { 'x-business-id': 'mine' } }),
        'invalid_id',
      );
    });
  });

  describe('asks on behalf of a business', () => {
    it('the active one, or the one the page shows; a foreign one is not found', async () => {
      await gateway.ask('GET', '/api/posts', { person });
      expect(list.calls.at(-1)?.context).toMatchObject({
        userId: person.userId,
        businessId: person.businessIds[0],
        payerId: person.payerId,
        role: 'owner',
      });
      await gateway.ask('GET', '/api/posts', { person, headers: { 'x-business-id': person.businessIds[1] ?? '' } });
      expect(list.calls.at(-1)?.context.businessId).toBe(person.businessIds[1]);
      const before = list.calls.length;
      const other = gateway.person();
      for (const foreign of [other.businessIds[0] ?? '', randomUUID()]) {
        const answer = await gateway.ask('GET', '/api/posts', { person, headers: { 'x-business-id': foreign } });
        expectError(answer, 'not_found');
        expect(answer.body['message']).toBe('Not found.');
      }
      expect(list.calls.length).toBe(before);
    });

    it('hands the idempotency key on, when it is one', async () => {
      await gateway.ask('POST', '/api/posts', { person, body: post, headers: { 'idempotency-key': 'k'.repeat(255) } });
      expect(created.calls.at(-1)?.context.idempotencyKey).toBe('k'.repeat(255));
      await gateway.ask('POST', '/api/posts', { person, body: post });
      expect(created.calls.at(-1)?.context.idempotencyKey).toBeNull();
      const long = await gateway.ask('POST', '/api/posts', {
        person,
        body: post,
        headers: { 'idempotency-key': 'k'.repeat(256) },
      });
      expectError(long, 'validation_failed');
    });

    it('keeps a request id that looks like one', async () => {
      const given = await gateway.ask('GET', '/api/posts', { person, headers: { 'x-request-id': 'page-0123456789' } });
      expect([given.headers['x-request-id'], list.calls.at(-1)?.context.requestId]).toEqual([
        'page-0123456789',
        'page-0123456789',
      ]);
      for (const bad of ['short', 'x'.repeat(65), 'with space 12', '{"a":1}12345']) {
        const answer = await gateway.ask('GET', '/api/posts', { person, headers: { 'x-request-id': bad } });
        expect(answer.headers['x-request-id']).not.toBe(bad);
      }
    });
  });

  describe('says what a service said', () => {
    it.each(errorCodes)('%s', async (code) => {
      outcome = () => {
        throw new AppError(code, 'A sentence.', { details: [{ path: 'caption', message: 'Too long.' }] });
      };
      const answer = await gateway.ask('POST', '/api/posts', { person, body: post });
      expectError(answer, code);
      const meaning = errorTable[code];
      if (code !== 'internal') {
        expect(answer.body).toMatchObject({
          message: 'A sentence.',
          details: [{ path: 'caption', message: 'Too long.' }],
        });
      }
      const wait = 'retryAfterSeconds' in meaning ? String(meaning.retryAfterSeconds) : undefined;
      expect(answer.headers['retry-after']).toBe(wait);
    });

    it('and nothing of what went wrong inside', async () => {
      outcome = () => {
        throw new Error('password=hunter2 at /srv/secret.ts:12');
      };
      const answer = await gateway.ask('POST', '/api/posts', { person, body: post });
      expectError(answer, 'internal');
      expect(answer.text).not.toMatch(/hunter2|secret/);
    });

    it('a service that is away is 503 with Retry-After', async () => {
      const answer = await gateway.ask('GET', '/api/businesses', { person });
      expectError(answer, 'unavailable');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    });
  });

  describe('sends its headers with everything (S74)', () => {
    it.each(['/nowhere', '/api/nowhere', '/', '/api/openapi.json', '/api/docs', '/api/login'])('%s', async (path) => {
      const answer = await gateway.ask('GET', path, { person });
      expectHeaders(answer);
      if (answer.status >= 400) {
        expectError(answer, 'not_found');
      }
    });

    it.each(['/api/%zz', '/%c0%ae', '/api/posts/%', '/%ff', '/api/%ff', '/api/posts/%ff', '/objects/%ff'])(
      'an address that cannot be decoded: %s',
      async (path) => {
        expectError(await gateway.ask('GET', path, { person }), 'not_found');
      },
    );

    it.each([
      ['nonsense', 'HELLO\r\n\r\n', 400],
      ['a head without an end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
      ['two lengths', 'POST /api/posts HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabc', 400],
      [
        'a length and chunks (smuggling)',
        'POST /api/posts HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
        400,
      ],
    ])('%s', async (_, text, status) => {
      const answer = await gateway.talk(text);
      expect(answer).toContain(`HTTP/1.1 ${status} `);
      for (const name of [
        'content-security-policy',
        'strict-transport-security',
        'x-content-type-options',
        'cache-control: no-store',
      ]) {
        expect(answer.toLowerCase()).toContain(name);
      }
      expect(answer).toContain('"error":"validation_failed"');
    });
  });
});

const post = { caption: 'Fresh bread', platforms: ['instagram'] };
