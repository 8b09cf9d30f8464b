import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorMeaning, MAX_PHOTO_BYTES, mediaRpc, MEGABYTE, transferRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { SignedAddresses, Storage } from '../storage/index.ts';
import { multipart, refusal } from '../testing/media-under-test.ts';
import type { MediaUnderTest, Tenant } from '../testing/media-under-test.ts';
import { jpeg, sidewaysJpeg } from '../testing/pictures.ts';
import { noise, nothing, TransfersUnderTest } from '../testing/transfers-under-test.ts';
import { objectKeyOf } from './object-key.ts';

describe('an upload that goes to storage', () => {
  let transfers: TransfersUnderTest;
  let media: MediaUnderTest;
  beforeAll(async () => {
    transfers = await TransfersUnderTest.start();
    ({ media } = transfers);
  });
  afterAll(() => transfers.close());

  const startPut = (tenant: Tenant, bytes: number | null, uploadId: string | null = null) =>
    media.rpc(transferRpc.putStart, { uploadId, bytes }, tenant);
  const objectOf = (url: string): string => new URL(url).pathname.split('/').slice(-2).join('/');

  describe('by one PUT', () => {
    it('is a photo like any other, counted once, and leaves nothing where it was sent to', async () => {
      const tenant = media.tenant();
      const bytes = await sidewaysJpeg();
      const { url, expiresAt } = await startPut(tenant, bytes.length);
      expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(590_000);
      expect(await media.storage(tenant)).toEqual({ used: 0, reserved: bytes.length });
      expect((await media.send(url, bytes, { 'content-type': 'text/html' })).status).toBe(200);
      const photo = await transfers.finish(tenant, url);
      expect(photo).toMatchObject({
        ...{ originalName: 'Brötchen.jpg', mimeType: 'image/jpeg', fileSize: bytes.length, width: 40, height: 60 },
      });
      expect((await media.ready(tenant, photo.id)).status).toBe('ready');
      expect((await media.open(tenant, `download/${photo.id}`)).bytes).toEqual(bytes);
      expect(await media.storage(tenant)).toEqual({ used: bytes.length, reserved: 0 });
      await eventually('what was sent is gone', () => expect(transfers.incoming(tenant)).toEqual([]));
      // Asked again, by the address with or without its signature.
      expect((await transfers.finish(tenant, url)).id).toBe(photo.id);
      expect((await transfers.finish(tenant, url.split('?')[0] ?? '')).id).toBe(photo.id);
      expect(await media.rpc(mediaRpc.photoList, {}, tenant)).toHaveLength(1);
    });

    it('is one photo, however many ask for it at once, and by whichever way its id came', async () => {
      const tenant = media.tenant();
      const bytes = await jpeg(1);
      const { url } = await startPut(tenant, bytes.length, 'mine');
      await media.send(url, bytes);
      const photos = await Promise.all(Array.from({ length: 5 }, () => transfers.finish(tenant, url)));
      expect(new Set(photos.map(({ id }) => id)).size).toBe(1);
      const direct = await media.upload(tenant, [{ fileName: 'a.jpg', bytes }], 'mine');
      expect(direct.body?.photoId).toBe(photos[0]?.id);
      expect(await media.storage(tenant)).toEqual({ used: bytes.length, reserved: 0 });
    });

    it('is told from the photo that has the same bytes, by whichever way that came', async () => {
      const tenant = media.tenant();
      const bytes = await jpeg(12);
      const direct = await media.upload(tenant, [{ fileName: 'a.jpg', bytes }], 'first');
      expect(direct.body).toMatchObject({ success: true, sameAs: null });
      const { url } = await startPut(tenant, bytes.length);
      await media.send(url, bytes);
      const second = await transfers.kept(tenant, url);
      expect(second).toMatchObject({ photo: { originalName: 'Brötchen.jpg' }, sameAs: direct.body?.photoId });
      expect((await transfers.kept(tenant, url)).sameAs).toBe(direct.body?.photoId);
      const again = await media.upload(tenant, [{ fileName: 'a.jpg', bytes }], 'first');
      expect(again.body).toMatchObject({ photoId: direct.body?.photoId, sameAs: null });
      const third = await media.upload(tenant, [{ fileName: 'c.jpg', bytes }]);
      expect(third.body).toMatchObject({ sameAs: direct.body?.photoId });
      expect((await media.upload(media.tenant(), [{ fileName: 'a.jpg', bytes }])).body).toMatchObject({ sameAs: null });
    });

    it('is announced again when its photo is there, also when the plan has no room for it twice', async () => {
      const tenant = media.tenant('free');
      const bytes = await jpeg(16);
      const first = await media.upload(tenant, [{ fileName: 'a.jpg', bytes }], 'mine');
      const used = 100 * MEGABYTE - 10;
      await media.sql(`UPDATE usage SET used = $2 WHERE payer_id = $1`, [tenant.caller.payerId, used]);
      const { url } = await startPut(tenant, bytes.length, 'mine');
      await media.send(url, bytes);
      expect((await transfers.finish(tenant, url)).id).toBe(first.body?.photoId);
      expect(await media.storage(tenant)).toEqual({ used, reserved: 0 });
      await eventually('what was sent is gone', () => expect(transfers.incoming(tenant)).toEqual([]));
      expect(await refusal(startPut(tenant, bytes.length, 'other'))).toMatchObject({ code: 'upgrade_required' });
    });

    it('is refused for good under the id of another picture, and holds no room', async () => {
      const tenant = media.tenant();
      const [bytes, other] = [await jpeg(17), await jpeg(18)];
      await media.upload(tenant, [{ fileName: 'a.jpg', bytes }], 'mine');
      const { url } = await startPut(tenant, other.length, 'mine');
      await media.send(url, other);
      expect(await refusal(transfers.finish(tenant, url))).toEqual({
        code: 'conflict',
        message: 'This upload id was used for another picture.',
      });
      expect(await media.storage(tenant)).toEqual({ used: bytes.length, reserved: 0 });
      await eventually('what was sent is gone', () => expect(transfers.incoming(tenant)).toEqual([]));
    });

    it('takes exactly the bytes that were announced (S32)', async () => {
      const tenant = media.tenant();
      const bytes = await jpeg(2);
      const { url } = await startPut(tenant, bytes.length);
      for (const other of [Buffer.concat([bytes, Buffer.from('x')]), bytes.subarray(1)]) {
        expect((await media.send(url, other)).status).toBe(403);
      }
      expect(await refusal(transfers.finish(tenant, url))).toMatchObject({
        code: 'invalid_object',
        message: 'We couldn’t find this upload. Please upload the file again.',
      });
      expect((await media.send(url, bytes)).status).toBe(200);
      expect((await transfers.finish(tenant, url)).fileSize).toBe(bytes.length);
    });

    it('is measured: what was not announced is asked of the plan, and what is too much is refused', async () => {
      const tenant = media.tenant('free');
      const { payerId } = tenant.caller;
      const bytes = await noise(400);
      const { url } = await startPut(tenant, null, 'more');
      expect(await media.storage(tenant)).toEqual({ used: 0, reserved: MAX_PHOTO_BYTES });
      await startPut(tenant, 1, 'more'); // the same upload, announced as a single byte
      expect(await media.storage(tenant)).toEqual({ used: 0, reserved: 1 });
      await media.sql(`UPDATE usage SET used = $2 WHERE payer_id = $1`, [payerId, 100 * MEGABYTE - 10]);
      await media.send(url, bytes);
      expect(await refusal(transfers.finish(tenant, url))).toMatchObject({ code: 'upgrade_required' });
      await eventually('what was sent is gone; the later announcement stands', async () => {
        expect(await media.storage(tenant)).toEqual({ used: 100 * MEGABYTE - 10, reserved: 1 });
        expect(transfers.incoming(tenant)).toEqual([]);
      });
      expect(await refusal(transfers.finish(tenant, url))).toMatchObject({ code: 'invalid_object' });
    });

    it.each<[string, string, () => Buffer | Promise<Buffer>]>([
      ['a text', 'unsupported_media_type', () => Buffer.from('<?php')],
      ['a page', 'unsupported_media_type', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
      ['half a picture', 'invalid_image', async () => (await noise(200)).subarray(0, 20_000)],
      [
        'a byte too many',
        'payload_too_large',
        () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(MAX_PHOTO_BYTES - 2)]),
      ],
    ])('refuses %s for good: %s (S32)', async (_, code, make) => {
      const tenant = media.tenant();
      const { url } = await startPut(tenant, null);
      expect((await media.send(url, await make())).status).toBe(200);
      expect(await refusal(transfers.finish(tenant, url))).toMatchObject({ code });
      await transfers.expectNothing(tenant);
      expect(await refusal(transfers.finish(tenant, url))).toMatchObject({ code: 'invalid_object' });
    });

    it('is not lost when storage fails: asked again, it is there', async () => {
      const tenant = media.tenant();
      const bytes = await jpeg(3);
      const { url } = await startPut(tenant, bytes.length);
      await media.send(url, bytes);
      const storage = media.service.get(Storage);
      const open = storage.open.bind(storage);
      // A storage that says less than it has.
      storage.open = async (...from) => {
        const object = await open(...from);
        return { ...object, contentLength: object.contentLength + 1 };
      };
      expect(await refusal(transfers.finish(tenant, url))).toMatchObject({ code: 'dependency_failed' });
      storage.open = open;
      const putFile = storage.putFile.bind(storage);
      storage.putFile = () => Promise.reject(new Error('the disk of the store is full'));
      expect(await refusal(transfers.finish(tenant, url))).toMatchObject({ code: 'internal' });
      storage.putFile = putFile;
      expect(await media.storage(tenant)).toEqual({ used: 0, reserved: bytes.length });
      expect((await transfers.finish(tenant, url)).fileSize).toBe(bytes.length);
      expect(await media.storage(tenant)).toEqual({ used: bytes.length, reserved: 0 });
    });

    it('that never came is removed with whatever was sent late, and its bytes are free (S32)', async () => {
      const tenant = media.tenant();
      const { url } = await startPut(tenant, null, 'late');
      await media.send(url, await jpeg(4));
      expect(transfers.incoming(tenant)).toHaveLength(1);
      await transfers.expire(tenant);
      await eventually(
        'the reservation has ended',
        async () => {
          await media.sql(`UPDATE housekeeping SET ready_at = now()`);
          expect(await media.storage(tenant)).toEqual(nothing);
        },
        { timeoutMs: 30_000 },
      );
      await eventually('the object is gone', () => expect(media.stored(tenant)).toEqual([]));
      expect(await refusal(transfers.finish(tenant, url))).toMatchObject({ code: 'invalid_object' });
    }, 60_000);

    it('sent once more after it became a photo leaves nothing either, and the photo is what it was (S32)', async () => {
      const tenant = media.tenant();
      const bytes = await jpeg(5);
      const { url } = await startPut(tenant, null);
      await media.send(url, bytes);
      const { id } = await transfers.finish(tenant, url);
      await eventually('what was sent is gone', () => expect(transfers.incoming(tenant)).toEqual([]));
      await media.send(url, await jpeg(13));
      expect(transfers.incoming(tenant)).toHaveLength(1);
      expect((await transfers.finish(tenant, url)).id).toBe(id);
      expect((await media.open(tenant, `download/${id}`)).bytes).toEqual(bytes);
      expect(await media.storage(tenant)).toEqual({ used: bytes.length, reserved: 0 });
      await transfers.expire(tenant);
      await eventually('so is what was sent afterwards', () => expect(transfers.incoming(tenant)).toEqual([]));
      expect(await media.rpc(mediaRpc.photoList, {}, tenant)).toHaveLength(1);
    });

    it('is of its own business and of writers alone', async () => {
      const tenant = media.tenant();
      const other = media.tenant();
      const { url } = await startPut(tenant, null);
      await media.send(url, await jpeg(6));
      const absent = await refusal(transfers.finish(other, url.replace(objectOf(url), `incoming/${randomUUID()}`)));
      expect(absent).toMatchObject({ code: 'invalid_object' });
      expect(await refusal(transfers.finish(other, url))).toEqual(absent);
      expect(await refusal(transfers.finish(tenant, url.replace('incoming/', '')))).toEqual(absent);
      const viewer: Tenant = { caller: { ...tenant.caller, role: 'viewer' } };
      expect(await refusal(transfers.finish(viewer, url))).toMatchObject({ code: 'forbidden' });
      expect(await refusal(startPut(viewer, 1))).toMatchObject({ code: 'forbidden' });
    });

    it('is one of a few under way: of 1,000 addresses asked for, three are given (S32)', async () => {
      const tenant = media.tenant();
      const codes: unknown[] = [];
      for (let asked = 0; asked < 1_000; asked += 50) {
        const answers = await Promise.all(Array.from({ length: 50 }, () => refusal(startPut(tenant, 10))));
        codes.push(...answers.map((answer) => (answer as { code?: string }).code ?? 'given'));
      }
      expect(codes.filter((code) => code === 'given')).toHaveLength(3);
      expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(997);
      expect(await media.storage(tenant)).toEqual({ used: 0, reserved: 30 });
      expect(await refusal(startPut(media.tenant(), 60 * MEGABYTE))).toMatchObject({ code: 'payload_too_large' });
    }, 60_000);

    it('is taken by storage until its address expires, and not after (S32)', async () => {
      const tenant = media.tenant();
      const { url } = await startPut(tenant, null);
      const brief = await media.service.get(SignedAddresses).forPut(objectKeyOf(url) ?? '', null, 1);
      await eventually('the address has expired', async () => {
        expect((await media.send(brief, await jpeg(14))).status).toBe(403);
      });
    });

    it('is found by its key alone: whatever else an address says, nobody is asked for it (S33)', async () => {
      const [tenant, other] = [media.tenant(), media.tenant()];
      const bytes = await jpeg(15);
      const [{ url }, { url: theirs }] = [await startPut(tenant, bytes.length), await startPut(other, bytes.length)];
      await media.send(url, bytes);
      await media.send(theirs, bytes);
      const asked: string[] = [];
      const server = createServer((request, response) => {
        asked.push(request.url ?? '');
        response.end(bytes);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const storage = media.service.get(Storage);
      const open = storage.open.bind(storage);
      const opened: string[] = [];
      storage.open = (key, ...how) => {
        opened.push(key);
        return open(key, ...how);
      };
      try {
        for (const address of [
          theirs,
          theirs.replace(/^http:/, 'https:'),
          `${elsewhere}/latest/meta-data/`,
          `${elsewhere}/${objectKeyOf(theirs)}`,
          `${elsewhere}/${tenant.caller.businessId}/incoming/${randomUUID()}`,
          'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
          'http://[::ffff:169.254.169.254]/',
          'http://localhost:4222/',
          'file:///etc/passwd',
          `file:///${objectKeyOf(theirs)}`,
          'data:text/html,<script>alert(1)</script>',
          'gopher://127.0.0.1/_x',
          `${url.split('?')[0]}/../../${objectKeyOf(theirs)}`,
          objectKeyOf(theirs) ?? '',
          '//',
          '',
        ]) {
          expect([address, await refusal(transfers.finish(tenant, address))]).toEqual([
            address,
            { code: 'invalid_object', message: 'We couldn’t find this upload. Please upload the file again.' },
          ]);
        }
        expect([asked, opened]).toEqual([[], []]);
        expect(await media.rpc(mediaRpc.photoList, {}, tenant)).toEqual([]);
        // Its own key finds its own file, read from our storage alone.
        expect((await transfers.finish(tenant, `${elsewhere}/${objectKeyOf(url)}`)).fileSize).toBe(bytes.length);
        expect([asked, opened]).toEqual([[], [objectKeyOf(url)]]);
        expect((await transfers.finish(other, theirs)).fileSize).toBe(bytes.length);
      } finally {
        storage.open = open;
        server.close();
      }
      expect(errorMeaning('invalid_object').status).toBe(400);
    });
  });

  it('by a form takes no more than was announced', async () => {
    const tenant = media.tenant();
    const bytes = await jpeg(7);
    const { url, fields } = await media.rpc(transferRpc.formStart, { uploadId: null, bytes: bytes.length }, tenant);
    const post = async (file: Buffer, more: Record<string, string> = {}) => {
      const parts = Object.entries({ ...fields, ...more }).map(([field, text]) => ({ field, bytes: text }));
      const { body, contentType } = multipart([...parts, { field: 'file', fileName: 'a.jpg', bytes: file }]);
      const headers = { 'content-type': contentType };
      return (await media.http.request({ url, method: 'POST', body, headers, timeoutMs: 10_000 })).status;
    };
    expect(await post(Buffer.concat([bytes, Buffer.from('x')]))).toBe(400);
    expect(await post(bytes, { key: `${tenant.caller.businessId}/other` })).toBe(403);
    expect(await post(bytes, { acl: 'public-read' })).toBe(403);
    expect(await post(bytes, { 'X-Amz-Signature': '0'.repeat(64) })).toBe(403);
    expect(media.stored(tenant)).toEqual([]);
    expect(await post(bytes)).toBe(204);
    const photo = await transfers.finish(tenant, `${url}/${fields['key']}`);
    expect(photo.fileSize).toBe(bytes.length);
  });

  it('asks for the way: through the gateway, unless browsers reach the storage', async () => {
    expect(await media.rpc(transferRpc.waysGet, {}, media.tenant())).toEqual({
      toStorage: false,
      partsFromBytes: 10 * MEGABYTE,
    });
  });
});
