import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transferRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { objectKeys, Storage } from '../storage/index.ts';
import { MediaUnderTest, refusal } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';

/** Of each of two businesses: together more than there are turns. */
const UPLOADS = 14;

describe('uploads while storage takes everything and answers nothing', () => {
  let control: Server;
  let mode = 'none';
  let media: MediaUnderTest;
  beforeAll(async () => {
    control = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ mode }));
    });
    await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));
    const address = control.address();
    const faultUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    media = await MediaUnderTest.start({ faultUrl }, { S3_SILENCE_TIMEOUT_MS: '500' });
  });
  afterAll(async () => {
    await media.close();
    await new Promise((resolve) => control.close(resolve));
  });

  it('are all answered, leave nothing behind, and go on when storage does', async () => {
    const tenants = [media.tenant(), media.tenant()];
    const [first] = tenants;
    if (!first) {
      throw new Error('there is one');
    }
    const photo = await media.photo(first, await jpeg(100, 90, 60));
    const isThere = () => media.service.get(Storage).has(objectKeys.original(first.caller.businessId, photo.id));
    const sent = await media.rpc(transferRpc.putStart, { uploadId: null, bytes: null }, first);
    await media.send(sent.url, await jpeg(101, 90, 60));

    mode = 'hang_after';
    await eventually('storage is silent', async () => {
      expect(await refusal(isThere())).toMatchObject({ code: 'dependency_failed' });
    });
    const uploads = tenants.flatMap((tenant) =>
      Array.from({ length: UPLOADS }, async (_, seed) => {
        const answer = await media.upload(tenant, [{ fileName: 'a.jpg', bytes: await jpeg(seed, 90, 60) }]);
        return [answer.status, answer.body?.error];
      }),
    );
    expect(await Promise.all(uploads)).toEqual(uploads.map(() => [502, 'dependency_failed']));
    const finished = media.rpc(transferRpc.transferFinish, { objectUrl: sent.url, originalName: 'a.jpg' }, first);
    expect(await refusal(finished)).toMatchObject({ code: 'dependency_failed' });
    expect(await refusal(media.rpc(transferRpc.partsStart, { uploadId: randomUUID(), bytes: 9 }, first))).toMatchObject(
      { code: 'dependency_failed' },
    );

    mode = 'none';
    await eventually('storage answers again', async () => {
      expect(await isThere()).toBe(true);
    });
    for (const tenant of tenants) {
      await media.photo(tenant, await jpeg(102, 90, 60), 'afterwards.jpg');
      await media.expireUploads(tenant);
    }
    await media.sql('UPDATE object_deletions SET ready_at = now()');
    await eventually('what is stored is what the photos have', async () => {
      await media.sweep();
      for (const tenant of tenants) {
        const photos = await media.sql<{ id: string; bytes: number }>(
          'SELECT id, file_size AS bytes FROM photos WHERE business_id = $1',
          [tenant.caller.businessId],
        );
        const used = photos.reduce((sum, { bytes }) => sum + bytes, 0);
        expect(await media.storage(tenant)).toEqual({ used, reserved: 0 });
        expect([...new Set(media.keys(tenant).map((key) => key.split('/')[1]))]).toEqual(
          photos.map(({ id }) => id).toSorted(),
        );
      }
    });
  });
});
