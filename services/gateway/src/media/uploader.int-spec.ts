import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transferRpc } from '@postloom/contracts';
import type { ParsedInputOf, Photo, RpcContract } from '@postloom/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Person } from '../testing/gateway-under-test.ts';

const id = randomUUID();
const key = `${randomUUID()}/incoming/${id}`;
const expiresAt = '2030-01-01T00:00:00.000Z';
const photo: Photo = {
  ...{ id, filename: 'a.jpeg', originalName: 'a.jpg', objectPath: '/objects/a', fileSize: 3, width: 2, height: 1 },
  ...{ mimeType: 'image/jpeg', albumId: null, altText: null, tags: [], sha256: '0'.repeat(64), placeholder: null },
  ...{ thumbnails: { '200': '/200', '400': '/400', '800': '/800' }, status: 'processing', usedInPosts: 0 },
  createdAt: expiresAt,
};

/** Fakes media's rpc: the shapes are those that Uppy's AWS S3 plugin reads. */
describe('the uploader', () => {
  let gateway: GatewayUnderTest;
  let person: Person;
  const seen: unknown[] = [];
  const stub = <C extends RpcContract>(contract: C, answer: Parameters<typeof gateway.stub<C>>[1]) =>
    gateway.stub(contract, (input: ParsedInputOf<C>) => {
      seen.push(input);
      return answer as never;
    });
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    person = gateway.person();
    await stub(transferRpc.waysGet, { toStorage: true, partsFromBytes: 10 });
    await stub(transferRpc.putStart, { url: 'https://storage.example/put', expiresAt });
    await stub(transferRpc.formStart, { url: 'https://storage.example/form', fields: { key }, expiresAt });
    await stub(transferRpc.partsStart, { transferId: id, key });
    await stub(transferRpc.partsList, [{ PartNumber: 1, ETag: '"e"', Size: 5 }]);
    await stub(transferRpc.partSign, { url: 'https://storage.example/part', seconds: 60 });
    await stub(transferRpc.partsJoin, { location: 'https://storage.example/object', bucket: 'photos' });
    await stub(transferRpc.transferEnd, { success: true });
    await stub(transferRpc.uploadEnd, { success: true });
    await stub(transferRpc.transferFinish, { photo, sameAs: null });
  });
  afterAll(() => gateway.close());

  const parts = `/api/uploader/s3/multipart/${id}`;
  const at = `?key=${encodeURIComponent(key)}`;
  const part = { PartNumber: 1, ETag: 'e' };
  const named = { objectURL: 'https://storage.example/object', originalName: 'a.jpg' };
  const said = { filename: 'x', mimeType: 'text/html', fileSize: 3 };

  it.each<[string, string, unknown, unknown, unknown]>([
    ['GET', '/api/uploader', undefined, {}, { toStorage: true, partsFromBytes: 10 }],
    [
      'POST',
      '/api/objects/upload',
      undefined,
      { uploadId: null, bytes: null },
      { uploadURL: 'https://storage.example/put', method: 'PUT', expiresAt },
    ],
    [
      'POST',
      '/api/objects/upload',
      { fileSize: 7, uploadId: 'mine' },
      { uploadId: 'mine', bytes: 7 },
      { uploadURL: 'https://storage.example/put', method: 'PUT', expiresAt },
    ],
    [
      'PUT',
      '/api/photos/upload',
      { ...named, ...said },
      { objectUrl: named.objectURL, originalName: 'a.jpg' },
      { success: true, photoId: id, photo, sameAs: null },
    ],
    [
      'POST',
      '/api/uploader/s3/multipart',
      { filename: 'a.jpg', type: 'image/jpeg', metadata: { name: 'a.jpg', uploadId: 'mine', fileSize: 9 } },
      { uploadId: 'mine', bytes: 9 },
      { key, uploadId: id },
    ],
    [
      'POST',
      '/api/uploader/s3/multipart',
      { filename: 'a.jpg' },
      { uploadId: null, bytes: null },
      { key, uploadId: id },
    ],
    ['GET', parts + at, undefined, { transferId: id, key }, [{ PartNumber: 1, ETag: '"e"', Size: 5 }]],
    [
      'GET',
      `${parts}/3${at}`,
      undefined,
      { transferId: id, key, partNumber: 3 },
      { url: 'https://storage.example/part', expires: 60 },
    ],
    [
      'POST',
      `${parts}/complete${at}`,
      { parts: [part] },
      { transferId: id, key, parts: [part] },
      { location: 'https://storage.example/object', bucket: 'photos', key },
    ],
    ['DELETE', parts + at, undefined, { transferId: id, key }, {}],
    ['DELETE', '/api/objects/upload?uploadId=mine', undefined, { uploadId: 'mine' }, {}],
    [
      'GET',
      '/api/uploader/s3/params?filename=a.jpg&type=image%2Fjpeg&metadata%5Bname%5D=a&metadata%5BuploadId%5D=mine&metadata%5BfileSize%5D=9',
      undefined,
      { uploadId: 'mine', bytes: 9 },
      { method: 'POST', url: 'https://storage.example/form', fields: { key }, headers: {} },
    ],
  ])('%s %s', async (method, path, body, asked, answered) => {
    seen.length = 0;
    const answer = await gateway.ask(method, path, { person, body });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, answered]);
    expect(seen).toEqual([asked]);
    expect((await gateway.ask(method, path, { body })).status).toBe(401);
  });

  it('reserves nothing because another site asked', async () => {
    seen.length = 0;
    const path = '/api/uploader/s3/params?filename=a.jpg';
    const answer = await gateway.ask('GET', path, { person, headers: { 'sec-fetch-site': 'cross-site' } });
    expect([answer.status, answer.body['error']]).toEqual([403, 'csrf_rejected']);
    expect(seen).toEqual([]);
  });

  it.each<[string, string, unknown]>([
    ['PUT', '/api/photos/upload', { originalName: 'a.jpg' }],
    ['POST', '/api/objects/upload', { fileSize: -1 }],
    ['POST', '/api/objects/upload', []],
    ['POST', `${parts}/complete${at}`, { parts: [] }],
    ['POST', `${parts}/complete${at}`, { parts: [{ PartNumber: 0, ETag: 'e' }] }],
    ['GET', `${parts}/x${at}`, undefined],
    ['GET', parts, undefined],
    ['DELETE', `/api/uploader/s3/multipart/nonsense${at}`, undefined],
    ['DELETE', '/api/objects/upload', undefined],
    ['DELETE', '/api/objects/upload?uploadId=%20', undefined],
    ['DELETE', `/api/objects/upload?uploadId=${'a'.repeat(101)}`, undefined],
  ])('%s %s with %j asks nothing of media', async (method, path, body) => {
    seen.length = 0;
    const answer = await gateway.ask(method, path, { person, body });
    expect(answer.status).toBe(400);
    expect(seen).toEqual([]);
  });
});
