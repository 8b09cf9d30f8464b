import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { albumRpc, mediaRpc, untouched } from '@postloom/contracts';
import type { Photo } from '@postloom/contracts';
import sharp from 'sharp';
import { signTicket } from '../tickets/ticket.ts';
import { MediaUnderTest, refusal } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';

const secret = 'a secret of tests that is long enough for a signature';
const keys = [{ id: 'test', secret }] as const;

describe('the bytes of pictures', () => {
  let media: MediaUnderTest;
  let tenant: Tenant;
  let photo: Photo;
  let bytes: Buffer;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
    tenant = media.tenant();
    bytes = await jpeg(7, 120, 80);
    photo = await media.photo(tenant, bytes);
  });
  afterAll(() => media.close());

  const original = (headers: Record<string, string> = {}, method = 'GET') =>
    media.open(tenant, `download/${photo.id}`, headers, method);

  it('may be kept for ever and asked for again by their ETag', async () => {
    const first = await original();
    expect(first.headers).toMatchObject({
      etag: `"${photo.sha256}"`,
      'cache-control': 'private, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'content-length': String(bytes.length),
    });
    for (const known of [`"${photo.sha256}"`, `W/"${photo.sha256}"`, `"other", "${photo.sha256}"`, '*']) {
      const again = await original({ 'if-none-match': known });
      expect([again.status, again.bytes.length, again.headers['etag']]).toEqual([304, 0, first.headers['etag']]);
    }
    expect((await original({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('are given in part', async () => {
    const part = await original({ range: 'bytes=10-19' });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 10-19/${bytes.length}`]);
    expect(part.bytes).toEqual(bytes.subarray(10, 20));
    expect((await original({ range: 'bytes=-5' })).bytes).toEqual(bytes.subarray(-5));
    expect((await original({ range: `bytes=${bytes.length - 3}-` })).bytes).toEqual(bytes.subarray(-3));
    // Only a part of exactly this version; several ranges, other units and malformed ones give the whole object.
    const stale = await original({ range: 'bytes=10-19', 'if-range': '"other"' });
    expect([stale.status, stale.bytes.length]).toEqual([200, bytes.length]);
    for (const range of ['bytes=0-1,3-4', 'lines=1-2', 'bytes=a-b', 'bytes=-']) {
      expect((await original({ range })).status).toBe(200);
    }
    const beyond = await original({ range: `bytes=${bytes.length + 5}-` });
    expect([beyond.status, beyond.headers['content-range'], beyond.headers['cache-control']]).toEqual([
      416,
      `bytes */${bytes.length}`,
      undefined,
    ]);
  });

  it('of 800 pixels are a WebP for pages, and the JPEG where there was no WebP yet', async () => {
    const old = await media.photo(tenant, await jpeg(17, 1_000, 500));
    const key = old.thumbnails['800'].replace('/objects/', '');
    const webp = await media.open(tenant, key);
    expect([webp.status, webp.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(await sharp(webp.bytes).metadata()).toMatchObject({ format: 'webp', width: 800, height: 400 });
    const looks = await media.rpc(
      albumRpc.photoLook,
      { id: old.id, edit: { version: 1, ...untouched, turn: 90 } },
      tenant,
    );
    await media.sql(
      `UPDATE renditions SET outputs = (SELECT jsonb_agg(o) FROM jsonb_array_elements(outputs) o WHERE o->>'name' NOT LIKE '%800.webp')
       WHERE id = $1`,
      [old.id],
    );
    for (const [address, width] of [
      [key, 800],
      [looks.thumbnails['800'].replace('/objects/', ''), 500],
    ] as const) {
      const answer = await media.open(tenant, address);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
      expect(await sharp(answer.bytes).metadata()).toMatchObject({ format: 'jpeg', width });
    }
    expect(await refusal(media.open(tenant, key.replace('800.webp', '900.webp')))).toMatchObject({ code: 'not_found' });
  });

  it('are described without being sent', async () => {
    const head = await original({}, 'HEAD');
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([200, 0, String(bytes.length)]);
  });

  it('need a ticket that is genuine, valid and for an object', async () => {
    const key = `${tenant.caller.businessId}/${photo.id}/original`;
    const object = { kind: 'object', key, mimeType: 'image/jpeg', fileName: null, etag: 'x' } as const;
    const expiresAt = Date.now() + 60_000;
    const good = signTicket({ ...object, expiresAt }, keys);
    const upload = {
      kind: 'upload',
      uploadId: 'x',
      businessId: 'x',
      payerId: 'x',
      reservationId: 'x',
      expiresAt,
    } as const;
    const ask = (ticket: string) => media.ask('GET', '/internal/objects', { headers: { authorization: ticket } });
    expect((await ask(`Ticket ${good}`)).status).toBe(200);
    expect((await media.ask('GET', `/internal/objects/${good}.jpg`)).bytes).toEqual(bytes);
    for (const bad of [
      signTicket({ ...object, expiresAt: Date.now() - 1 }, keys),
      signTicket({ ...object, expiresAt }, [{ id: 'test', secret: `${secret}!` }]),
      signTicket(upload, keys),
      `${Buffer.from(JSON.stringify({ ...object, expiresAt })).toString('base64url')}.`,
      good.slice(0, -1),
      'nonsense',
      `${Buffer.from('{').toString('base64url')}.x`,
    ]) {
      for (const answer of [await ask(`Ticket ${bad}`), await media.ask('GET', `/internal/objects/${bad}`)]) {
        expect([answer.status, answer.body?.error]).toEqual([404, 'not_found']);
        expect(answer.headers['cache-control']).toBeUndefined();
      }
    }
    expect((await ask(`Bearer ${good}`)).status).toBe(404);
    expect((await media.ask('GET', '/internal/objects')).status).toBe(404);
  });

  it('of others are not found, and the answer is that for what does not exist (S36)', async () => {
    const other = media.tenant();
    const { businessId } = tenant.caller;
    const absent = await refusal(media.open(tenant, `data/${randomUUID()}`));
    expect(absent).toEqual({ code: 'not_found', message: 'Not found.' });
    for (const key of [
      `data/${photo.id}`,
      `download/${photo.id}`,
      `${businessId}/${photo.id}/publish.jpg`,
      `${businessId}/${photo.id}/original`,
      `${other.caller.businessId}/${photo.id}/publish.jpg`,
    ]) {
      expect(await refusal(media.open(other, key))).toEqual(absent);
    }
  });

  it.each([
    '',
    '/',
    '..',
    'data/../../etc/passwd',
    'data/%2e%2e',
    '..%2f..%2fproc/self/environ',
    'original',
    'data/x/y/z',
    'scratch/x',
  ])('of the address %j are not found (S36)', async (key) => {
    expect(await refusal(media.open(tenant, key))).toMatchObject({ code: 'not_found' });
    const { businessId } = tenant.caller;
    for (const path of [
      `${businessId}/${photo.id}/${key}`,
      `${businessId}/${photo.id}/original`,
      `${businessId}/${key}`,
    ]) {
      expect(await refusal(media.open(tenant, path))).toMatchObject({ code: 'not_found' });
    }
  });

  it('for publishing are waited for while they are being made', async () => {
    const { id: photoId } = await media.unprepared(tenant, await jpeg(8, 3_000, 3_000));
    const [publish, caption] = await Promise.all([
      media.rpc(mediaRpc.photoSource, { photoId, purpose: 'publish' }, tenant),
      media.rpc(mediaRpc.photoSource, { photoId, purpose: 'caption' }, tenant),
    ]);
    expect([publish.width, caption.width, publish.mimeType]).toEqual([1_080, 800, 'image/jpeg']);
    const fetched = await media.ask('GET', publish.internalPath);
    expect(fetched.bytes.length).toBe(publish.bytes);
    const { bytes } = await media.ask('GET', caption.internalPath);
    // The first step of the quantization of a JPEG of quality 80: 16 by 0.4.
    expect(bytes[bytes.indexOf(Buffer.from([0xff, 0xdb])) + 5]).toBe(6);
    expect(publish.publicPath).toMatch(/^\/api\/media\/pull\/[\w.-]+\.jpg$/);
    const { code } = (await refusal(
      media.rpc(mediaRpc.photoSource, { photoId, purpose: 'publish' }, media.tenant()),
    )) as { code: string };
    expect(code).toBe('not_found');
  });

  it('for publishing are refused for good when they could not be made', async () => {
    const failed = await media.photo(tenant, await jpeg(9));
    await media.sql(`UPDATE renditions SET state = 'failed', outputs = NULL WHERE id = $1`, [failed.id]);
    const refused = await refusal(media.rpc(mediaRpc.photoSource, { photoId: failed.id, purpose: 'publish' }, tenant));
    expect(refused).toMatchObject({ code: 'invalid_image' });
  });
});
