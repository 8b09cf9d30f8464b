import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_PHOTO_BYTES, mediaRpc, transferRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { refusal } from '../testing/media-under-test.ts';
import type { MediaUnderTest, Tenant } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';
import { nothing, TransfersUnderTest } from '../testing/transfers-under-test.ts';

describe('room in storage for what comes by signed addresses', () => {
  let transfers: TransfersUnderTest;
  let media: MediaUnderTest;
  beforeAll(async () => {
    transfers = await TransfersUnderTest.start();
    ({ media } = transfers);
  });
  afterAll(() => transfers.close());

  const put = (tenant: Tenant, uploadId: string | null, bytes: number | null) =>
    media.rpc(transferRpc.putStart, { uploadId, bytes }, tenant);
  /** Lets the housekeeping look at everything whose time has come. */
  const look = () => media.sql(`UPDATE housekeeping SET ready_at = now() WHERE lease_until < now()`);
  const due = () => media.sql(`UPDATE transfers SET look_at = now() WHERE look_at < 'infinity'`);
  const lookAts = async (tenant: Tenant) => {
    const rows = await media.sql<{ waits: number | null }>(
      `SELECT CASE WHEN look_at < 'infinity' THEN extract(epoch FROM look_at - now())::float8 END AS waits FROM transfers
       WHERE business_id = $1`,
      [tenant.caller.businessId],
    );
    return rows.map(({ waits }) => waits);
  };

  it('is taken by no more than a file may have, also when nobody says how long it is or asks for it', async () => {
    const [parts, whole, fine] = [media.tenant(), media.tenant(), media.tenant()];
    const upload = await media.rpc(transferRpc.partsStart, { uploadId: null, bytes: null }, parts);
    const half = Buffer.alloc(MAX_PHOTO_BYTES / 2 + 1);
    for (const partNumber of [1, 2]) {
      const { url } = await media.rpc(transferRpc.partSign, { ...upload, partNumber }, parts);
      expect((await media.send(url, half)).status).toBe(200);
    }
    const { url } = await put(whole, null, null);
    expect((await media.send(url, Buffer.concat([half, half]))).status).toBe(200);
    const good = await jpeg(1);
    const { url: fineUrl } = await put(fine, null, null);
    await media.send(fineUrl, good);
    await due();
    await eventually('what is too long is gone, and its room is free', async () => {
      await look();
      expect([media.stored(parts), media.stored(whole), media.uploadsInParts()]).toEqual([[], [], []]);
      expect([await media.storage(parts), await media.storage(whole)]).toEqual([nothing, nothing]);
    });
    expect(await refusal(transfers.finish(whole, url))).toMatchObject({ code: 'invalid_object' });
    // What is as long as files are stays, and is looked at again later.
    await eventually('it was looked at', async () => {
      await look();
      expect((await lookAts(fine))[0]).toBeGreaterThan(120);
    });
    expect((await transfers.finish(fine, fineUrl)).fileSize).toBe(good.length);
  });

  it('is looked at only where storage is not bound to what was announced', async () => {
    const tenant = media.tenant();
    await put(tenant, null, 1_000);
    expect(await lookAts(tenant)).toEqual([null]);
  });

  it('is reserved for what is sent once more although its photo is there, and free when that is found', async () => {
    const tenant = media.tenant();
    const bytes = await jpeg(2);
    const first = await put(tenant, 'again', bytes.length);
    await media.send(first.url, bytes);
    const photo = await transfers.finish(tenant, first.url);
    expect(await media.storage(tenant)).toEqual({ used: bytes.length, reserved: 0 });
    const second = await put(tenant, 'again', bytes.length);
    expect(await media.storage(tenant)).toEqual({ used: bytes.length, reserved: bytes.length });
    await media.send(second.url, bytes);
    expect((await transfers.finish(tenant, second.url)).id).toBe(photo.id);
    expect(await media.storage(tenant)).toEqual({ used: bytes.length, reserved: 0 });
    expect(await media.rpc(mediaRpc.photoList, {}, tenant)).toHaveLength(1);
  });
});
