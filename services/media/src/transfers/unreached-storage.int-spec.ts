import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transferRpc } from '@postloom/contracts';
import { MediaUnderTest, refusal } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';

const announced = { uploadId: 'mine', bytes: 1_000 };

describe('uploads to a storage that only the installation reaches', () => {
  let media: MediaUnderTest;
  beforeAll(async () => {
    media = await MediaUnderTest.start({}, { PUBLIC_URL: 'https://app.example.com' });
  });
  afterAll(() => media.close());

  it('do not begin, and reserve nothing; the way through the gateway is open', async () => {
    const tenant = media.tenant();
    const refused = {
      code: 'not_found',
      message: 'Files do not go straight to the storage here. Please send them to /api/photos/direct-upload/{id}.',
    };
    expect((await media.rpc(transferRpc.waysGet, {}, tenant)).toStorage).toBe(false);
    expect(await refusal(media.rpc(transferRpc.putStart, announced, tenant))).toEqual(refused);
    expect(await refusal(media.rpc(transferRpc.formStart, announced, tenant))).toEqual(refused);
    expect(await refusal(media.rpc(transferRpc.partsStart, announced, tenant))).toEqual(refused);
    expect(await media.storage(tenant)).toEqual({ used: 0, reserved: 0 });
    expect(await media.sql('SELECT 1 AS one FROM transfers')).toEqual([]);
    expect(media.uploadsInParts()).toEqual([]);
    await media.photo(tenant, await jpeg(1, 40, 30));
  });

  it('that began while browsers reached it get no further address', async () => {
    const tenant = media.tenant();
    const [transferId, key] = [randomUUID(), `${tenant.caller.businessId}/incoming/${randomUUID()}`];
    await media.sql(
      `INSERT INTO transfers (id, business_id, payer_id, upload_id, reservation_id, object_key, multipart_id, expires_at)
       VALUES ($1, $2, $3, 'mine', $4, $5, 'parts', now() + interval '1 hour')`,
      [transferId, tenant.caller.businessId, tenant.caller.payerId, randomUUID(), key],
    );
    const signed = media.rpc(transferRpc.partSign, { transferId, key, partNumber: 1 }, tenant);
    expect(await refusal(signed)).toMatchObject({ code: 'not_found' });
  });
});
