import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError, mediaRpc, transferRpc } from '@postloom/contracts';
import type { RpcContract } from '@postloom/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Person } from '../testing/gateway-under-test.ts';

/** Fakes media: its rpc knows nothing but `keys` of a business, and its HTTP server writes down what it is asked for. */
describe('hostile requests about pictures', () => {
  let gateway: GatewayUnderTest;
  let person: Person;
  const id = randomUUID();
  const keys = new Set<string>();
  const called: string[] = [];
  const fetched: string[] = [];
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    person = gateway.person();
    gateway.media = (request, response) => {
      fetched.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end('JPEG');
    };
    await gateway.stub(mediaRpc.objectOpen, ({ key }, { businessId }) => {
      called.push(key);
      if (!keys.has(`${businessId} ${key}`)) {
        throw new AppError('not_found');
      }
      return { path: '/internal/objects', ticket: 'ticket' };
    });
    const refuse = async (contract: RpcContract, code: 'not_found' | 'invalid_object'): Promise<void> => {
      await gateway.stub(contract, () => {
        called.push(contract.subject);
        throw new AppError(code);
      });
    };
    await refuse(mediaRpc.photoUpdate, 'not_found');
    await Promise.all(Object.values(transferRpc).map((contract) => refuse(contract, 'invalid_object')));
  });
  beforeEach(() => {
    called.length = 0;
    fetched.length = 0;
  });
  afterAll(() => gateway.close());

  it('for bytes need a session and the business that owns them (S36)', async () => {
    const key = `${person.businessIds[0]}/${id}/400.webp`;
    keys.add(`${person.businessIds[0]} ${key}`).add(`${person.businessIds[0]} data/${id}`);
    const stranger = gateway.person();
    for (const path of [`/objects/${key}`, `/api/photos/data/${id}`]) {
      const nobody = await gateway.ask('GET', path);
      expect([nobody.status, nobody.body['message']]).toEqual([401, 'Unauthorized']);
      const forged = await gateway.ask('GET', path, { headers: { cookie: '__Host-postloom_session=forged' } });
      expect(forged.status).toBe(401);
      expect([called, fetched]).toEqual([[], []]);
      const foreign = await gateway.ask('GET', path, { person: stranger });
      const absent = await gateway.ask('GET', path.replace(id, randomUUID()), { person });
      expect([foreign.status, absent.status, fetched]).toEqual([404, 404, []]);
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' });
      expect(foreign.headers['cache-control']).toBe('no-store');
      expect((await gateway.ask('GET', path, { person })).text).toBe('JPEG');
      called.length = 0;
      fetched.length = 0;
    }
  });

  it.each([
    '/objects/..%2f..%2fproc/self/environ',
    '/objects/../../proc/self/environ',
    '/objects/%2e%2e/%2e%2e/proc/self/environ',
    '/objects/..%252f..%252fproc/self/environ',
    '/objects/%2fetc%2fpasswd',
    '/objects/x%00.jpg',
    '/objects/',
    '/api/photos/data/..%2f..%2fproc/self/environ',
    '/api/photos/data/..%2f..%2fproc%2fself%2fenviron',
    '/api/photos/data/%00',
  ])('that climb out of the library with %s find nothing (S36)', async (path) => {
    const answer = await gateway.ask('GET', path, { person });
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(fetched).toEqual([]);
    expect((await gateway.ask('GET', path)).text).not.toContain('JPEG');
  });

  it('move a photo into the album of others: not found (S35)', async () => {
    const answer = await gateway.ask('PUT', `/api/photos/${id}`, { person, body: { albumId: randomUUID() } });
    expect([answer.status, answer.body['error'], called]).toEqual([404, 'not_found', [mediaRpc.photoUpdate.subject]]);
  });

  it.each([
    { objectPath: '/objects/other', fileSize: 1 },
    { originalName: 'a.jpg', objectPath: '/objects/other' },
    { fileSize: 1 },
    { businessId: randomUUID() },
    { albumId: 'none' },
    { albumId: { $ne: null } },
    [{ originalName: 'a.jpg' }],
  ])('that change what a photo is with %j ask nothing of media (S35)', async (body) => {
    const answer = await gateway.ask('PUT', `/api/photos/${id}`, { person, body });
    expect([answer.status, called]).toEqual([400, []]);
  });

  describe('to the uploader (S38)', () => {
    const multipart = `/api/uploader/s3/multipart/${id}`;
    const at = `?key=${encodeURIComponent(`${randomUUID()}/incoming/${id}`)}`;

    it.each(['GET', 'POST', 'PUT', 'DELETE'])('%s for credentials of the storage: there are none', async (method) => {
      for (const path of ['/api/uploader/s3/sts', '/s3/sts', '/api/s3/sts', '/api/uploader/s3/sts/']) {
        const answer = await gateway.ask(method, path, { person });
        expect([path, answer.status, answer.text.includes('AccessKeyId')]).toEqual([path, 404, false]);
      }
      expect(called).toEqual([]);
    });

    it.each<[string, string, unknown]>([
      ['GET', `${multipart}/0${at}`, undefined],
      ['GET', `${multipart}/-1${at}`, undefined],
      ['GET', `${multipart}/1.5${at}`, undefined],
      ['GET', `${multipart}/10001${at}`, undefined],
      ['GET', `${multipart}/1e9${at}`, undefined],
      ['POST', `${multipart}/complete${at}`, { parts: [{ PartNumber: 0, ETag: 'e' }] }],
      ['POST', `${multipart}/complete${at}`, { parts: [{ PartNumber: 10_001, ETag: 'e' }] }],
      [
        'POST',
        `${multipart}/complete${at}`,
        { parts: Array.from({ length: 10_001 }, () => ({ PartNumber: 1, ETag: 'e' })) },
      ],
    ])('%s %s: no such part', async (method, path, body) => {
      const answer = await gateway.ask(method, path, { person, body });
      expect([answer.status, called]).toEqual([400, []]);
    });

    it.each<[string, string, unknown]>([
      ['GET', multipart + at, undefined],
      ['GET', `${multipart}/1${at}`, undefined],
      ['POST', `${multipart}/complete${at}`, { parts: [{ PartNumber: 1, ETag: 'e' }] }],
    ])('%s %s needs a session, and an upload of its own', async (method, path, body) => {
      expect((await gateway.ask(method, path, { body })).status).toBe(401);
      expect(called).toEqual([]);
      const foreign = await gateway.ask(method, path, { person, body });
      expect([foreign.status, foreign.body['error']]).toEqual([400, 'invalid_object']);
    });
  });
});
