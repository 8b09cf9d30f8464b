import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, MAX_PHOTO_BYTES, mediaRpc, transferRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { Storage } from '../storage/index.ts';
import { multipart, refusal } from '../testing/media-under-test.ts';
import type { MediaUnderTest, Tenant } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';
import { nothing, TransfersUnderTest } from '../testing/transfers-under-test.ts';

/** The client knows an upload by its own id, whichever way it took. */
describe('an upload that its person gave up', () => {
  let transfers: TransfersUnderTest;
  let media: MediaUnderTest;
  beforeAll(async () => {
    transfers = await TransfersUnderTest.start();
    ({ media } = transfers);
  });
  afterAll(() => transfers.close());

  const put = (tenant: Tenant, uploadId: string, bytes: number | null) =>
    media.rpc(transferRpc.putStart, { uploadId, bytes }, tenant);
  const end = (tenant: Tenant, uploadId: string) => media.rpc(transferRpc.uploadEnd, { uploadId }, tenant);

  it('makes room on a small plan at once: two of the largest files, and then a third', async () => {
    const tenant = media.tenant('free');
    await put(tenant, 'first', MAX_PHOTO_BYTES);
    await put(tenant, 'second', MAX_PHOTO_BYTES);
    expect(await refusal(put(tenant, 'third', 1))).toMatchObject({ code: 'upgrade_required' });
    await end(tenant, 'first');
    await end(tenant, 'second');
    expect(await media.storage(tenant)).toEqual(nothing);
    await put(tenant, 'third', MAX_PHOTO_BYTES);
    expect(await media.storage(tenant)).toEqual({ used: 0, reserved: MAX_PHOTO_BYTES });
  });

  it('by one PUT leaves nothing of what had arrived, however often it was announced', async () => {
    const tenant = media.tenant();
    const bytes = await jpeg(1);
    const addresses = [(await put(tenant, 'mine', bytes.length)).url, (await put(tenant, 'mine', bytes.length)).url];
    for (const url of addresses) {
      await media.send(url, bytes);
    }
    expect(transfers.incoming(tenant)).toHaveLength(2);
    await end(tenant, 'mine');
    expect(await media.storage(tenant)).toEqual(nothing);
    await eventually('what had arrived is gone', () => expect(media.stored(tenant)).toEqual([]));
    for (const url of addresses) {
      expect(await refusal(transfers.finish(tenant, url))).toMatchObject({ code: 'invalid_object' });
    }
    // Nothing counts as under way any more: three may be.
    await Promise.all(['a', 'b', 'c'].map((uploadId) => put(tenant, uploadId, 1)));
  });

  it('in parts is gone with its parts, and begins anew under the same id', async () => {
    const tenant = media.tenant();
    const bytes = await jpeg(2);
    const upload = await media.rpc(transferRpc.partsStart, { uploadId: 'big', bytes: bytes.length }, tenant);
    const { url } = await media.rpc(transferRpc.partSign, { ...upload, partNumber: 1 }, tenant);
    await media.send(url, bytes);
    expect(media.uploadsInParts()).toHaveLength(1);
    await end(tenant, 'big');
    expect(await media.storage(tenant)).toEqual(nothing);
    await eventually('the parts are gone', () => expect(media.uploadsInParts()).toEqual([]));
    const again = await media.rpc(transferRpc.partsStart, { uploadId: 'big', bytes: 1_000 }, tenant);
    expect(again.transferId).not.toBe(upload.transferId);
    await end(tenant, 'big');
  });

  it('on its way through the gateway ends with its connection', async () => {
    const tenant = media.tenant();
    const { body, contentType } = multipart([{ fileName: 'a.jpg', bytes: await jpeg(3, 900, 600) }]);
    const { ticket } = await media.start(tenant, 'cut', body.length);
    const headers = {
      ...{ authorization: `Ticket ${ticket}`, 'content-type': contentType, 'content-length': body.length },
    };
    await new Promise<void>((resolve) => {
      const url = `${media.service.url}/internal/uploads/cut`;
      const request = httpRequest(url, { method: 'POST', agent: false, headers });
      request.once('close', resolve);
      request.on('error', () => undefined);
      request.write(body.subarray(0, body.length / 2), () => request.destroy());
    });
    await eventually('its bytes are free', async () => expect(await media.storage(tenant)).toEqual(nothing));
  });

  it('before the gateway had passed on a byte of it, too; what arrives afterwards is refused', async () => {
    const tenant = media.tenant();
    const { body, contentType } = multipart([{ fileName: 'a.jpg', bytes: await jpeg(4) }]);
    const { ticket } = await media.start(tenant, 'early', body.length);
    await end(tenant, 'early');
    expect(await media.storage(tenant)).toEqual(nothing);
    const late = await media.transfer('early', ticket, body, contentType);
    expect([late.status, late.body?.error]).toEqual([409, 'conflict']);
    expect(await media.rpc(mediaRpc.photoList, {}, tenant)).toEqual([]);
  });

  it.each(['through the gateway', 'by one PUT', 'in parts', 'in parts, by the key of the transfer'])(
    'while it was becoming a photo becomes none, and costs nothing: %s',
    async (way) => {
      const tenant = media.tenant();
      const bytes = await jpeg(7);
      const storage = media.service.get(Storage);
      const putFile = storage.putFile.bind(storage);
      // It is given up when it has been decoded and is about to be stored.
      let giveUp = (): Promise<unknown> => end(tenant, 'late');
      storage.putFile = async (...file) => {
        await giveUp();
        await putFile(...file);
      };
      try {
        if (way === 'through the gateway') {
          const answer = await media.upload(tenant, [{ fileName: 'a.jpg', bytes }], 'late');
          expect([answer.status, answer.body?.error]).toEqual([409, 'conflict']);
        } else if (way === 'by one PUT') {
          const { url } = await put(tenant, 'late', bytes.length);
          await media.send(url, bytes);
          expect(await refusal(transfers.finish(tenant, url))).toMatchObject({ code: 'conflict' });
        } else {
          const upload = await media.rpc(transferRpc.partsStart, { uploadId: 'late', bytes: bytes.length }, tenant);
          if (way !== 'in parts') {
            giveUp = () => media.rpc(transferRpc.transferEnd, upload, tenant);
          }
          const { url } = await media.rpc(transferRpc.partSign, { ...upload, partNumber: 1 }, tenant);
          const part = { PartNumber: 1, ETag: (await media.send(url, bytes)).headers['etag'] ?? '' };
          const { location } = await media.rpc(transferRpc.partsJoin, { ...upload, parts: [part] }, tenant);
          expect(await refusal(transfers.finish(tenant, location))).toMatchObject({ code: 'conflict' });
          expect(await refusal(transfers.finish(tenant, location))).toMatchObject({ code: 'invalid_object' });
        }
      } finally {
        storage.putFile = putFile;
      }
      expect(await media.rpc(mediaRpc.photoList, {}, tenant)).toEqual([]);
      expect(await media.storage(tenant)).toEqual(nothing);
      expect((await media.upload(tenant, [{ fileName: 'a.jpg', bytes }], 'late')).status).toBe(200); // after all
    },
  );

  const sendAgain = async (tenant: Tenant, sent: (body: Buffer) => Buffer): Promise<unknown> => {
    const { body, contentType } = multipart([{ fileName: 'a.jpg', bytes: await jpeg(9) }]);
    const { ticket } = await media.start(tenant, 'twice', body.length);
    const { body: answer } = await media.transfer('twice', ticket, sent(body), contentType);
    return { code: answer?.error };
  };
  it.each<[string, string, (tenant: Tenant) => Promise<unknown>]>([
    [
      'breaks off',
      'validation_failed',
      (tenant) => sendAgain(tenant, (body) => body.subarray(0, Math.floor(body.length / 2))),
    ],
    ['never reaches us', 'validation_failed', (tenant) => sendAgain(tenant, () => Buffer.alloc(0))], // as the gateway says so
    [
      'is no picture',
      'unsupported_media_type',
      async (tenant) => {
        const { url } = await put(tenant, 'twice', 4);
        await media.send(url, Buffer.from('text'));
        return refusal(transfers.finish(tenant, url));
      },
    ],
    [
      'storage does not begin',
      'dependency_failed',
      (tenant) => {
        media.service.get(Storage).startParts = () => Promise.reject(new AppError('dependency_failed'));
        return refusal(media.rpc(transferRpc.partsStart, { uploadId: 'twice', bytes: 1_000 }, tenant));
      },
    ],
  ])(
    'is not one that had arrived when it was sent again, which %s: it is a photo, paid for once',
    async (_, code, again) => {
      const tenant = media.tenant();
      const bytes = await jpeg(8);
      const storage = media.service.get(Storage);
      const [putFile, startParts] = [storage.putFile.bind(storage), storage.startParts.bind(storage)];
      const second: unknown[] = [];
      // The first attempt has been decoded and is about to be stored.
      storage.putFile = async (...file) => {
        second.push(await again(tenant));
        await putFile(...file);
      };
      try {
        const first = await media.upload(tenant, [{ fileName: 'a.jpg', bytes }], 'twice');
        expect([first.status, first.body?.photo?.fileSize]).toEqual([200, bytes.length]);
      } finally {
        Object.assign(storage, { putFile, startParts });
      }
      expect(second).toEqual([expect.objectContaining({ code })]);
      expect(await media.rpc(mediaRpc.photoList, {}, tenant)).toHaveLength(1);
      expect(await media.storage(tenant)).toEqual({ used: bytes.length, reserved: 0 });
    },
  );

  it('and that had become a photo is one, and paid for', async () => {
    const tenant = media.tenant();
    const bytes = await jpeg(5);
    const { url } = await put(tenant, 'done', bytes.length);
    await media.send(url, bytes);
    const { id } = await transfers.finish(tenant, url);
    await end(tenant, 'done');
    expect((await transfers.finish(tenant, url)).id).toBe(id);
    expect(await media.storage(tenant)).toEqual({ used: bytes.length, reserved: 0 });
  });

  it('is that of its own business alone, and of writers (S38)', async () => {
    const [tenant, other] = [media.tenant(), media.tenant()];
    const bytes = await jpeg(6);
    const { url } = await put(tenant, 'shared', bytes.length);
    await end(other, 'shared');
    await end(other, randomUUID());
    const viewer: Tenant = { caller: { ...tenant.caller, role: 'viewer' } };
    expect(await refusal(end(viewer, 'shared'))).toMatchObject({ code: 'forbidden' });
    expect(await media.storage(tenant)).toEqual({ used: 0, reserved: bytes.length });
    await media.send(url, bytes);
    expect((await transfers.finish(tenant, url)).fileSize).toBe(bytes.length);
  });
});
