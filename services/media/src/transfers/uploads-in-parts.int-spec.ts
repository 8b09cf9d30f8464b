import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, MAX_PHOTO_BYTES, transferRpc, UPLOAD_PART_BYTES } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { Storage } from '../storage/index.ts';
import { refusal } from '../testing/media-under-test.ts';
import type { MediaUnderTest, Tenant } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';
import { noise, nothing, TransfersUnderTest } from '../testing/transfers-under-test.ts';

describe('an upload that goes to storage in parts', () => {
  let transfers: TransfersUnderTest;
  let media: MediaUnderTest;
  beforeAll(async () => {
    transfers = await TransfersUnderTest.start();
    ({ media } = transfers);
  });
  afterAll(() => transfers.close());

  const begin = (tenant: Tenant, uploadId: string | null = null, bytes: number | null = null) =>
    media.rpc(transferRpc.partsStart, { uploadId, bytes }, tenant);
  const sign = (tenant: Tenant, of: { transferId: string; key: string }, partNumber: number) =>
    media.rpc(transferRpc.partSign, { ...of, partNumber }, tenant);
  const send = async (tenant: Tenant, of: { transferId: string; key: string }, number: number, bytes: Buffer) => {
    const { url } = await sign(tenant, of, number);
    const answer = await media.send(url, bytes);
    expect(answer.status).toBe(200);
    return { PartNumber: number, ETag: answer.headers['etag'] ?? '' };
  };
  const join = (
    tenant: Tenant,
    of: { transferId: string; key: string },
    parts: { PartNumber: number; ETag: string }[],
  ) => media.rpc(transferRpc.partsJoin, { ...of, parts }, tenant);

  it('goes on where it stopped, and is one photo', async () => {
    const tenant = media.tenant();
    const bytes = await noise(1_500);
    expect(bytes.length).toBeGreaterThan(UPLOAD_PART_BYTES);
    const [first, second] = [bytes.subarray(0, UPLOAD_PART_BYTES), bytes.subarray(UPLOAD_PART_BYTES)];
    const upload = await begin(tenant, 'big', bytes.length);
    await send(tenant, upload, 1, first);
    // After a reload the client knows only its own id.
    expect(await begin(tenant, 'big', bytes.length)).toEqual(upload);
    const known = await media.rpc(transferRpc.partsList, upload, tenant);
    expect(known).toEqual([{ PartNumber: 1, ETag: expect.any(String), Size: UPLOAD_PART_BYTES }]);
    await send(tenant, upload, 2, second);
    const parts = await media.rpc(transferRpc.partsList, upload, tenant);
    const { location } = await join(tenant, upload, parts);
    expect(await join(tenant, upload, parts)).toMatchObject({ location }); // the answer was lost
    const photo = await transfers.finish(tenant, location);
    expect(photo.fileSize).toBe(bytes.length);
    expect((await media.open(tenant, `download/${photo.id}`)).bytes.equals(bytes)).toBe(true);
    expect(await media.storage(tenant)).toEqual({ used: bytes.length, reserved: 0 });
    await eventually('nothing else is left', () => {
      expect(transfers.incoming(tenant)).toEqual([]);
      expect(media.uploadsInParts()).toEqual([]);
    });
  });

  it('was joined although the answer said nothing: asked again, it is joined', async () => {
    const tenant = media.tenant();
    const upload = await begin(tenant);
    const part = await send(tenant, upload, 1, await jpeg(8));
    await join(tenant, upload, [part]);
    await media.sql(`UPDATE transfers SET state = 'open' WHERE id = $1`, [upload.transferId]);
    const { location } = await join(tenant, upload, [part]);
    expect((await transfers.finish(tenant, location)).mimeType).toBe('image/jpeg');
  });

  it('names its parts after they were joined, too: the answer was lost, and a client that goes on asks for them first', async () => {
    const tenant = media.tenant();
    const upload = await begin(tenant);
    const part = await send(tenant, upload, 1, await jpeg(12));
    const before = await media.rpc(transferRpc.partsList, upload, tenant);
    const { location } = await join(tenant, upload, [part]);
    expect(await media.rpc(transferRpc.partsList, upload, tenant)).toEqual(before);
    // Storage had joined them, and this service died before it wrote that down.
    await media.sql(`UPDATE transfers SET state = 'open' WHERE id = $1`, [upload.transferId]);
    expect(await media.rpc(transferRpc.partsList, upload, tenant)).toEqual(before);
    await transfers.finish(tenant, location);
    expect(await media.rpc(transferRpc.partsList, upload, tenant)).toEqual(before);
  });

  it('that was given up is gone with its parts, and its bytes are free at once', async () => {
    const tenant = media.tenant();
    const bytes = await jpeg(9);
    const upload = await begin(tenant, 'gone', bytes.length);
    await send(tenant, upload, 1, bytes);
    expect(media.uploadsInParts()).toHaveLength(1);
    await media.rpc(transferRpc.transferEnd, upload, tenant);
    expect(await media.storage(tenant)).toEqual(nothing);
    await eventually('the parts are gone', () => expect(media.uploadsInParts()).toEqual([]));
    expect(await refusal(sign(tenant, upload, 1))).toMatchObject({ code: 'invalid_object' });
    expect(await refusal(media.rpc(transferRpc.partsList, upload, tenant))).toMatchObject({ code: 'invalid_object' });
    await media.rpc(transferRpc.transferEnd, upload, tenant);
    const again = await begin(tenant, 'gone', 1_000);
    expect(again.transferId).not.toBe(upload.transferId);
    await media.rpc(transferRpc.transferEnd, again, tenant);
  });

  it('that nobody ended is aborted when its time is over', async () => {
    const tenant = media.tenant();
    const upload = await begin(tenant);
    await send(tenant, upload, 1, await jpeg(10));
    await transfers.expire(tenant);
    await eventually('the parts are gone', () => expect(media.uploadsInParts()).toEqual([]));
    expect(await refusal(media.rpc(transferRpc.partsList, upload, tenant))).toMatchObject({ code: 'invalid_object' });
  });

  it('is refused when its parts are more than a file may have, and then nothing is left', async () => {
    const tenant = media.tenant();
    const upload = await begin(tenant);
    const half = Buffer.alloc(MAX_PHOTO_BYTES / 2 + 1);
    const parts = [await send(tenant, upload, 1, half), await send(tenant, upload, 2, half)];
    expect(await refusal(join(tenant, upload, parts))).toMatchObject({
      code: 'payload_too_large',
      message: 'This file exceeds the 50MB limit. Please use a smaller image.',
    });
    await transfers.expectNothing(tenant);
    expect(await refusal(sign(tenant, upload, 11))).toMatchObject({ code: 'invalid_object' });
  });

  it('takes exactly the bytes of each part that was announced, and no part beyond them (S32)', async () => {
    const tenant = media.tenant();
    const bytes = await noise(1_500);
    const pieces = [bytes.subarray(0, UPLOAD_PART_BYTES), bytes.subarray(UPLOAD_PART_BYTES)];
    const upload = await begin(tenant, 'exact', bytes.length);
    for (const [index, piece] of pieces.entries()) {
      const { url } = await sign(tenant, upload, index + 1);
      for (const other of [Buffer.concat([piece, Buffer.from('x')]), piece.subarray(1)]) {
        expect((await media.send(url, other)).status).toBe(403);
      }
      expect((await media.send(url, piece)).status).toBe(200);
    }
    expect(await refusal(sign(tenant, upload, 3))).toEqual({
      code: 'validation_failed',
      message: 'A file of this size has at most 2 parts.',
    });
    const parts = await media.rpc(transferRpc.partsList, upload, tenant);
    const { location } = await join(tenant, upload, parts);
    expect((await transfers.finish(tenant, location)).fileSize).toBe(bytes.length);
  });

  it('begins anew when the file has another length under the same id', async () => {
    const tenant = media.tenant();
    const upload = await begin(tenant, 'changed', 1_000);
    expect(await begin(tenant, 'changed', 1_000)).toEqual(upload);
    expect(await begin(tenant, 'changed')).toEqual(upload);
    const bytes = await jpeg(13);
    const other = await begin(tenant, 'changed', bytes.length);
    expect(other.transferId).not.toBe(upload.transferId);
    const { location } = await join(tenant, other, [await send(tenant, other, 1, bytes)]);
    expect((await transfers.finish(tenant, location)).fileSize).toBe(bytes.length);
    await media.rpc(transferRpc.transferEnd, upload, tenant);
  });

  it('has no part that no file has, and none that never came (S38)', async () => {
    const tenant = media.tenant();
    const upload = await begin(tenant);
    for (const partNumber of [0, -1, 1.5, 11, 10_001]) {
      expect(await refusal(sign(tenant, upload, partNumber))).toMatchObject({ code: 'validation_failed' });
    }
    const missing = [{ PartNumber: 1, ETag: `"${'0'.repeat(32)}"` }];
    expect(await refusal(join(tenant, upload, missing))).toMatchObject({ code: 'invalid_object' });
    expect((await sign(tenant, upload, 10)).url).toContain('partNumber=10');
    await media.rpc(transferRpc.transferEnd, upload, tenant);
  });

  it('that storage did not begin keeps nothing reserved, and may be asked for again', async () => {
    const tenant = media.tenant();
    const storage = media.service.get(Storage);
    const startParts = storage.startParts.bind(storage);
    storage.startParts = () => Promise.reject(new AppError('dependency_failed'));
    for (let times = 0; times < 5; times += 1) {
      expect(await refusal(begin(tenant, 'failed', 1_000))).toMatchObject({ code: 'dependency_failed' });
    }
    storage.startParts = startParts;
    expect(await media.storage(tenant)).toEqual(nothing);
    const upload = await begin(tenant, 'failed', 1_000);
    expect(await media.storage(tenant)).toEqual({ used: 0, reserved: 1_000 });
    await media.rpc(transferRpc.transferEnd, upload, tenant);
  });

  it('is found by its own business alone, and for nobody else by another key or id (S38)', async () => {
    const tenant = media.tenant();
    const other = media.tenant();
    const upload = await begin(tenant, 'shared');
    const part = await send(tenant, upload, 1, await jpeg(11));
    for (const call of [
      () => media.rpc(transferRpc.partsList, upload, other),
      () => sign(other, upload, 1),
      () => join(other, upload, [part]),
      () => sign(tenant, { ...upload, transferId: randomUUID() }, 1),
      () => sign(tenant, { ...upload, key: upload.key.replace('incoming/', '') }, 1),
      () => sign(other, { ...upload, key: upload.key.replace(/^[^/]+/, other.caller.businessId) }, 1),
      () => media.rpc(transferRpc.partsList, { ...upload, transferId: randomUUID() }, tenant),
      () => join(tenant, { ...upload, transferId: randomUUID() }, [part]),
    ]) {
      expect(await refusal(call())).toMatchObject({ code: 'invalid_object' });
    }
    await media.rpc(transferRpc.transferEnd, upload, other);
    expect(await media.rpc(transferRpc.partsList, upload, tenant)).toHaveLength(1);
    const others = await begin(other, 'shared');
    expect(others.transferId).not.toBe(upload.transferId);
    await media.rpc(transferRpc.transferEnd, others, other);
    await media.rpc(transferRpc.transferEnd, upload, tenant);
  });
});
