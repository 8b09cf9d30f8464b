import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mediaRpc, MEGABYTE } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { Storage } from '../storage/index.ts';
import { MediaUnderTest, multipart, refusal } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';

describe('the storage of a plan', () => {
  let media: MediaUnderTest;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
  });
  afterAll(() => media.close());

  const usage = (tenant: Tenant) => media.rpc(mediaRpc.usageGet, { payerId: tenant.caller.payerId }, tenant);

  /** A free plan with all but this many bytes used. */
  const almostFull = async (bytesLeft: number): Promise<Tenant> => {
    const tenant = media.tenant('free');
    expect(await usage(tenant)).toEqual({ metric: 'storage', used: 0, limit: 100 * MEGABYTE });
    await media.sql(`INSERT INTO usage (payer_id, metric, period_start, used) VALUES ($1, 'storage', 'epoch', $2)`, [
      tenant.caller.payerId,
      100 * MEGABYTE - bytesLeft,
    ]);
    return tenant;
  };

  it('is never exceeded by uploads at the same moment (S39)', async () => {
    const bytes = await jpeg(1, 300, 300);
    const parts = [{ fileName: 'a.jpg', bytes }];
    const room = multipart(parts).body.length * 3 + 10;
    const tenant = await almostFull(room);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async () => {
        try {
          return (await media.upload(tenant, parts)).status;
        } catch (error) {
          return (await refusal(Promise.reject(error))) as { code: string; message: string };
        }
      }),
    );
    const stored = outcomes.filter((outcome) => outcome === 200).length;
    expect(stored).toBeGreaterThanOrEqual(3);
    expect(await media.storage(tenant)).toEqual({ used: 100 * MEGABYTE - room + stored * bytes.length, reserved: 0 });
    expect((await usage(tenant)).used).toBeLessThanOrEqual(100 * MEGABYTE);
    for (const outcome of outcomes.filter((one) => one !== 200)) {
      expect(outcome).toMatchObject({
        code: 'upgrade_required',
        message: expect.stringMatching(/^Storage limit reached/),
      });
    }
  });

  it('lets one of 100 uploads at once into the last megabyte, 20 times', async () => {
    const parts = [{ fileName: 'a.jpg', bytes: await jpeg(6, 300, 300) }];
    for (let round = 0; round < 20; round += 1) {
      const tenant = await almostFull(MEGABYTE);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 100 }, async (_, index) => {
          const { body, contentType } = multipart(parts);
          // Announced with a megabyte: what is under way is held as large as it may become.
          const { ticket } = await media.start(tenant, `last-${index}`, MEGABYTE);
          return media.transfer(`last-${index}`, ticket, body, contentType);
        }),
      );
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(refused).toHaveLength(99);
      for (const { reason } of refused) {
        expect(reason).toMatchObject({
          code: 'upgrade_required',
          message: expect.stringMatching(/^Storage limit reached/),
        });
      }
      expect(await media.rpc(mediaRpc.photoList, {}, tenant)).toHaveLength(1);
    }
  }, 120_000);

  it('does not stand in the way of asking again for what is stored already', async () => {
    const bytes = await jpeg(2);
    const parts = [{ fileName: 'a.jpg', bytes }];
    const tenant = await almostFull(multipart(parts).body.length);
    const first = await media.upload(tenant, parts, 'mine');
    const again = await media.upload(tenant, parts, 'mine');
    expect([again.status, again.body?.photoId]).toEqual([200, first.body?.photoId]);
    expect((await media.storage(tenant)).reserved).toBe(0);
  });

  it('comes back at once when an upload fails, also when the store does', async () => {
    const tenant = media.tenant('free');
    expect((await media.upload(tenant, [{ fileName: 'a.txt', bytes: 'text' }])).status).toBe(415);
    expect(await media.storage(tenant)).toEqual({ used: 0, reserved: 0 });
    const storage = media.service.get(Storage);
    const putFile = storage.putFile.bind(storage);
    storage.putFile = () => Promise.reject(new Error('the disk of the store is full'));
    const failed = await media.upload(tenant, [{ fileName: 'a.jpg', bytes: await jpeg(3) }], 'again');
    storage.putFile = putFile;
    expect([failed.status, failed.body]).toEqual([
      500,
      { error: 'internal', message: 'Something went wrong on our side.' },
    ]);
    expect(await media.storage(tenant)).toEqual({ used: 0, reserved: 0 });
    expect(await media.rpc(mediaRpc.photoList, {}, tenant)).toEqual([]);
    expect((await media.upload(tenant, [{ fileName: 'a.jpg', bytes: await jpeg(3) }], 'again')).status).toBe(200);
  });

  it('is reserved for what is under way, and for a body of unknown length the most it may be', async () => {
    const tenant = media.tenant('free');
    await media.start(tenant, 'known', 1_000);
    expect(await media.storage(tenant)).toEqual({ used: 0, reserved: 1_000 });
    await media.start(tenant, 'known', 2_000);
    expect(await media.storage(tenant)).toEqual({ used: 0, reserved: 2_000 });
    await media.start(tenant, 'unknown', null);
    expect(await media.storage(tenant)).toEqual({ used: 0, reserved: 2_000 + 50 * MEGABYTE });
    expect((await usage(tenant)).used).toBe(0);
    expect(await refusal(media.start(tenant, 'huge', 60 * MEGABYTE))).toMatchObject({ code: 'payload_too_large' });
    expect(await refusal(media.start(tenant, 'more', 50 * MEGABYTE))).toMatchObject({ code: 'upgrade_required' });
  });

  it('is free again when an announced upload never came', async () => {
    const tenant = media.tenant('free');
    const { body, contentType } = multipart([{ fileName: 'a.jpg', bytes: await jpeg(4) }]);
    const { ticket } = await media.start(tenant, 'late', body.length);
    await media.sql(`UPDATE upload_intents SET expires_at = now() - interval '1 second' WHERE upload_id = 'late'`);
    await media.sql(`UPDATE reservations SET expires_at = now() - interval '1 second' WHERE payer_id = $1`, [
      tenant.caller.payerId,
    ]);
    await media.sweep();
    const late = await media.transfer('late', ticket, body, contentType);
    expect([late.status, late.body?.message]).toEqual([409, 'This upload has expired. Please upload the file again.']);
    await eventually(
      'the bytes are free',
      async () => {
        expect(await media.storage(tenant)).toEqual({ used: 0, reserved: 0 });
      },
      { timeoutMs: 70_000 },
    );
  }, 90_000);

  it('is asked again when its reservation expired while the bytes were on their way', async () => {
    const bytes = await jpeg(5);
    const { body, contentType } = multipart([{ fileName: 'a.jpg', bytes }]);
    const tenant = await almostFull(body.length);
    const { ticket } = await media.start(tenant, 'slow', body.length);
    await media.sql('DELETE FROM reservations WHERE payer_id = $1', [tenant.caller.payerId]);
    const full = await media.transfer('slow', ticket, body, contentType);
    expect([full.status, full.body?.error]).toEqual([403, 'upgrade_required']);
    expect(await media.rpc(mediaRpc.photoList, {}, tenant)).toEqual([]);
  });

  it('an object stored for a photo that was never committed goes', async () => {
    const tenant = media.tenant();
    const key = `${tenant.caller.businessId}/${randomUUID()}/original`;
    await media.service.get(Storage).putBytes(key, Buffer.from('orphan'), 'image/jpeg');
    await media.sql('INSERT INTO object_deletions (object_key, ready_at) VALUES ($1, now())', [key]);
    expect(media.stored(tenant).length).toBeGreaterThan(0);
    await eventually('it is gone', () => expect(media.stored(tenant)).toEqual([]));
  });
});
