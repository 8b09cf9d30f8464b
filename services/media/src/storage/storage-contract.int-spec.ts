import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, overrideEnvironment, ShutdownRegistry } from '@postloom/chassis';
import { startObjectStore } from '@postloom/local/object-store';
import { config } from '../config.ts';
import { startVersitygw } from './testing/versitygw.ts';
import { RangeNotSatisfiable } from './storage.ts';
import { SignedAddresses, Storage } from './index.ts';
import type { PartsPage } from './index.ts';

const BUCKET = 'photos';
const keys = { accessKey: 'contract', secretKey: 'contract-secret', region: 'us-east-1' };
const PART = 5 * 1_048_576;

async function startLocal(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'postloom-contract-'));
  const store = await startObjectStore({ dataDir, port: 0, bucket: BUCKET, credentials: () => [keys] });
  return {
    url: store.url,
    stop: async () => {
      await store.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const servers = {
  'the object store of the local default': startLocal,
  versitygw: () => startVersitygw(BUCKET, keys.accessKey, keys.secretKey),
};

/** What media relies on, held against two servers that have nothing in common. */
describe.each(Object.entries(servers))('an object storage: %s', (_, start) => {
  const folder = mkdtempSync(join(tmpdir(), 'postloom-contract-files-'));
  const shutdown = new ShutdownRegistry(createLogger('test', 'silent'));
  let server: { url: string; stop(): Promise<void> };
  let storage: Storage;
  let addresses: SignedAddresses;
  beforeAll(async () => {
    server = await start();
    overrideEnvironment({
      ...{ SERVICE_INTERNAL_PORT: '4000', S3_ENDPOINT: server.url, S3_BUCKET: BUCKET },
      ...{ S3_ACCESS_KEY: keys.accessKey, S3_SECRET_KEY: keys.secretKey, TICKET_SECRETS: `t1:${'x'.repeat(32)}` },
    });
    storage = new Storage(config, shutdown);
    addresses = new SignedAddresses(config, shutdown);
  }, 600_000);
  afterAll(async () => {
    await shutdown.run('close');
    await server.stop();
    overrideEnvironment();
    rmSync(folder, { recursive: true, force: true });
  });

  const someKey = (): string => `${randomUUID()}/${randomUUID()}/original`;
  const read = async (body: Readable): Promise<Buffer> => Buffer.concat(await body.toArray());
  const bytesOf = async (key: string): Promise<Buffer> => read((await storage.open(key)).body);
  const send = (url: string, body: Buffer): Promise<Response> => fetch(url, { method: 'PUT', body });

  it('gives back what it was given, whole and in part', async () => {
    const key = someKey();
    const bytes = randomBytes(300_000);
    const path = join(folder, 'file');
    writeFileSync(path, bytes);
    await storage.putFile(key, path, 'image/jpeg');
    const whole = await storage.open(key);
    expect([whole.contentLength, whole.contentRange]).toEqual([bytes.length, undefined]);
    expect((await read(whole.body)).equals(bytes)).toBe(true);
    const part = await storage.open(key, 'bytes=100-199');
    expect([part.contentLength, part.contentRange]).toEqual([100, `bytes 100-199/${bytes.length}`]);
    expect((await read(part.body)).equals(bytes.subarray(100, 200))).toBe(true);
    const beyond = storage.open(key, `bytes=${bytes.length}-`);
    await expect(beyond).rejects.toThrow(RangeNotSatisfiable);
    await expect(beyond).rejects.toMatchObject({ length: bytes.length });
    await storage.putBytes(key, Buffer.from('other'), 'image/jpeg');
    expect((await bytesOf(key)).toString()).toBe('other');
  });

  it('says what it has, and deletes what it is told to, also what is not there', async () => {
    const [kept, gone, absent] = [someKey(), someKey(), someKey()];
    await storage.putBytes(kept, Buffer.from('a'), 'image/jpeg');
    await storage.putBytes(gone, Buffer.from('b'), 'image/jpeg');
    expect(await Promise.all([kept, gone, absent].map((key) => storage.has(key)))).toEqual([true, true, false]);
    expect(await storage.delete([gone, absent])).toEqual([]);
    expect(await Promise.all([kept, gone, absent].map((key) => storage.has(key)))).toEqual([true, false, false]);
    await expect(storage.open(gone)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('lists in the order of the keys, from any key on, and its folders', async () => {
    const business = randomUUID();
    const all = ['incoming/x', `${randomUUID()}/original`, `${randomUUID()}/original`, 'scratch/y']
      .map((name) => `${business}/${name}`)
      .toSorted();
    await Promise.all(all.map((key) => storage.putBytes(key, Buffer.from('x'), 'image/jpeg')));
    const { objects, isLast } = await storage.list(`${business}/`, null);
    expect([objects.map(({ key }) => key), isLast]).toEqual([all, true]);
    expect(Math.abs((objects[0]?.modified.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    const rest = await storage.list(`${business}/`, all[1] ?? '');
    expect(rest.objects.map(({ key }) => key)).toEqual(all.slice(2));
    const folders = await storage.folders('00000000');
    expect(folders).toContain(business);
    expect(folders).toEqual(folders.toSorted());
    expect(await storage.folders(business)).toEqual(folders.slice(folders.indexOf(business) + 1));
  });

  it('takes a PUT by a signed address, of exactly what was announced', async () => {
    const key = someKey();
    const bytes = randomBytes(10_000);
    const url = await addresses.forPut(key, bytes.length, 600);
    expect((await send(url, bytes.subarray(1))).ok).toBe(false);
    expect((await send(url, Buffer.concat([bytes, bytes]))).ok).toBe(false);
    expect((await send(url.replace(key, someKey()), bytes)).ok).toBe(false);
    expect(await storage.has(key)).toBe(false);
    expect((await send(url, bytes)).ok).toBe(true);
    expect((await bytesOf(key)).equals(bytes)).toBe(true);
    const unmeasured = someKey();
    expect((await send(await addresses.forPut(unmeasured, null, 600), bytes)).ok).toBe(true);
    expect(await storage.has(unmeasured)).toBe(true);
    const { location } = await addresses.of(key);
    expect(new URL(location).pathname).toBe(`/${BUCKET}/${key}`);
    expect((await fetch(location)).ok).toBe(false); // names it, and opens nothing
  });

  it('takes a form, of at most what was announced', async () => {
    const key = someKey();
    const { url, fields } = await addresses.forForm(key, 1_000, 600);
    const post = (bytes: number): Promise<Response> => {
      const form = new FormData();
      Object.entries(fields).forEach(([name, value]) => form.append(name, value));
      form.append('file', new Blob([new Uint8Array(bytes)]));
      return fetch(url, { method: 'POST', body: form });
    };
    expect((await post(1_001)).ok).toBe(false);
    expect(await storage.has(key)).toBe(false);
    expect((await post(1_000)).ok).toBe(true);
    expect(await bytesOf(key)).toHaveLength(1_000);
  });

  it('joins parts that came by signed addresses, once', async () => {
    const key = someKey();
    const pieces = [randomBytes(PART), randomBytes(1_234)];
    const id = await storage.startParts(key);
    expect(await storage.parts(key, id)).toEqual([]);
    for (const [index, piece] of pieces.entries()) {
      const part = { multipartId: id, number: index + 1, bytes: piece.length };
      const address = await addresses.forPart(key, part, 600);
      for (const other of [Buffer.concat([piece, Buffer.from('x')]), piece.subarray(1)]) {
        // Exactly the announced bytes; a storage may hang up instead of reading those it refuses.
        expect(
          await send(address, other).then(
            ({ ok }) => ok,
            () => false,
          ),
        ).toBe(false);
      }
      const answer = await send(address, piece);
      expect(answer.ok).toBe(true);
      expect(answer.headers.get('etag')).toContain(createHash('md5').update(piece).digest('hex'));
    }
    expect(await storage.has(key)).toBe(false);
    const underWay = await storage.partsUnderWay(null);
    expect(underWay.uploads.find(({ multipartId }) => multipartId === id)).toMatchObject({ key });
    const parts = (await storage.parts(key, id)) ?? [];
    expect(parts.map(({ number, bytes }) => [number, bytes])).toEqual([
      [1, PART],
      [2, 1_234],
    ]);
    const wrong = parts.map((part) => ({ ...part, etag: `"${'0'.repeat(32)}"` }));
    expect(await storage.joinParts(key, id, wrong)).toBe(false);
    expect(await storage.joinParts(key, id, parts)).toBe(true);
    expect(await storage.joinParts(key, id, parts)).toBe(true); // the answer was lost
    expect((await bytesOf(key)).equals(Buffer.concat(pieces))).toBe(true);
    const { uploads } = await storage.partsUnderWay(null);
    expect(uploads.filter(({ multipartId }) => multipartId === id)).toEqual([]);
  });

  it('lists the uploads in parts page by page', async () => {
    const begun = [];
    for (const key of [someKey(), someKey(), someKey(), someKey(), someKey()]) {
      begun.push({ key, multipartId: await storage.startParts(key) });
    }
    const listed = [];
    for (let after: string | null = null; ;) {
      const { uploads, nextAfter }: PartsPage = await storage.partsUnderWay(after, 2);
      expect(uploads.length).toBeLessThanOrEqual(2);
      listed.push(...uploads.map(({ key, multipartId }) => ({ key, multipartId })));
      after = nextAfter;
      if (after === null) {
        break;
      }
    }
    expect(listed).toEqual(begun.toSorted((a, b) => (a.key < b.key ? -1 : 1)));
    for (const { key, multipartId } of begun) {
      expect(await storage.abortParts(key, multipartId)).toBeNull();
    }
    expect(await storage.partsUnderWay(null)).toEqual({ uploads: [], nextAfter: null });
  });

  it('forgets parts that were given up', async () => {
    const key = someKey();
    const id = await storage.startParts(key);
    const address = await addresses.forPart(key, { multipartId: id, number: 1, bytes: null }, 600);
    await send(address, randomBytes(100));
    expect(await storage.abortParts(key, id)).toBeNull();
    expect(await storage.abortParts(key, id)).toBeNull();
    expect(await storage.parts(key, id)).toBeNull();
    expect(await storage.joinParts(key, id, [{ number: 1, etag: 'x' }])).toBe(false);
    expect((await send(address, randomBytes(100))).ok).toBe(false);
    expect(await storage.has(key)).toBe(false);
  });
});
