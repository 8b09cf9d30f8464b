import { randomUUID } from 'node:crypto';
import { createServer, request as httpRequest } from 'node:http';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transferRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { MediaUnderTest, multipart } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';

const UPLOADS = 200;
const PARALLEL = 8;
/** What the object store does meanwhile, in turn; every other time it works. */
const faults = [
  { mode: 'none' },
  { mode: 'error', status: 500 },
  { mode: 'none' },
  { mode: 'latency', latencyMs: 60 },
  { mode: 'none' },
  { mode: 'garbage' },
  { mode: 'none' },
  { mode: 'reset_before' },
] as const;

/** An upload is sent up to a share of its bytes and breaks off; then its sender gives up, or tries once more. */
describe('uploads that break off, on a storage that is slow, fails and lies', () => {
  let control: Server;
  let fault: object = { mode: 'none' };
  let media: MediaUnderTest;
  beforeAll(async () => {
    control = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ probability: 0.5, ...fault }));
    });
    await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));
    const address = control.address();
    const faultUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    media = await MediaUnderTest.start({ faultUrl }, { UPLOAD_LIMIT: '1000' });
  });
  afterAll(async () => {
    await media.close();
    await new Promise((resolve) => control.close(resolve));
  });

  /** Sends the first bytes of a body that was announced in full, and hangs up. */
  const cutOff = (url: string, method: string, body: Buffer, share: number, headers: Record<string, string>) =>
    new Promise<void>((resolve) => {
      const request = httpRequest(url, {
        method,
        headers: { ...headers, 'content-length': body.length },
        agent: false,
      });
      request.once('close', resolve);
      request.on('error', () => undefined);
      request.on('response', (answer) => answer.resume());
      request.write(body.subarray(0, Math.max(1, Math.floor(body.length * share))), () => request.destroy());
    });

  const ways: Record<string, (tenant: Tenant, id: string, bytes: Buffer, share: number) => Promise<void>> = {
    direct: async (tenant, id, bytes, share) => {
      const { body, contentType } = multipart([{ fileName: 'a.jpg', bytes }]);
      const { ticket } = await media.start(tenant, id, body.length);
      if (share < 1) {
        const headers = { authorization: `Ticket ${ticket}`, 'content-type': contentType };
        await cutOff(`${media.service.url}/internal/uploads/${id}`, 'POST', body, share, headers);
      } else {
        const { status } = await media.transfer(id, ticket, body, contentType);
        if (status !== 200) {
          throw new Error(String(status));
        }
      }
    },
    put: async (tenant, id, bytes, share) => {
      const { url } = await media.rpc(transferRpc.putStart, { uploadId: id, bytes: bytes.length }, tenant);
      if (share < 1) {
        await cutOff(url, 'PUT', bytes, share, {});
      } else {
        await media.send(url, bytes);
        await media.rpc(transferRpc.transferFinish, { objectUrl: url, originalName: 'a.jpg' }, tenant);
      }
    },
    parts: async (tenant, id, bytes, share) => {
      const upload = await media.rpc(transferRpc.partsStart, { uploadId: id, bytes: bytes.length }, tenant);
      const { url } = await media.rpc(transferRpc.partSign, { ...upload, partNumber: 1 }, tenant);
      if (share < 1) {
        await cutOff(url, 'PUT', bytes, share, {});
        return;
      }
      const answer = await media.send(url, bytes);
      const parts = [{ PartNumber: 1, ETag: answer.headers['etag'] ?? '' }];
      const { location } = await media.rpc(transferRpc.partsJoin, { ...upload, parts }, tenant);
      await media.rpc(transferRpc.transferFinish, { objectUrl: location, originalName: 'a.jpg' }, tenant);
    },
  };

  it('leave no ghost, no unpaid byte and none that is paid twice: 200 of them', async () => {
    const tenant = media.tenant();
    const { businessId } = tenant.caller;
    const names = Object.keys(ways);
    const queue = Array.from({ length: UPLOADS }, (_, index) => index).values();
    const arrived = new Set<string>();
    await Promise.all(
      Array.from({ length: PARALLEL }, async () => {
        for (const index of queue) {
          fault = faults[Math.floor(index / 5) % faults.length] ?? { mode: 'none' };
          const send = ways[names[index % names.length] ?? ''];
          const id = `cut-${index}-${randomUUID()}`;
          const bytes = await jpeg(index, 120, 90);
          const broken = (): undefined => undefined; // storage failed, or the connection was cut: that is what is tried here
          await send?.(tenant, id, bytes, ((index % 99) + 1) / 100).catch(broken);
          if (index % 4 > 0) {
            await send?.(tenant, id, bytes, 1).then(() => arrived.add(id), broken);
          }
        }
      }),
    );
    fault = { mode: 'none' };
    await media.expireUploads(tenant);
    await media.sql(`UPDATE object_deletions SET ready_at = now() WHERE object_key LIKE $1`, [`${businessId}/%`]);
    const rows = async () => {
      const photos = await media.sql<{ id: string; bytes: number; status: string }>(
        'SELECT id, file_size AS bytes, status FROM photos WHERE business_id = $1',
        [businessId],
      );
      return { photos, paid: photos.reduce((sum, { bytes }) => sum + bytes, 0) };
    };
    await eventually(
      'what is stored is what is paid for, and what the rows name',
      async () => {
        await media.sql('UPDATE housekeeping SET ready_at = now()');
        await media.sweep();
        const { photos, paid } = await rows();
        expect(await media.storage(tenant)).toEqual({ used: paid, reserved: 0 });
        expect(photos.filter(({ status }) => status !== 'ready')).toEqual([]);
        const named = await media.sql<{ key: string }>(
          `SELECT $1 || '/' || r.id || '/' || o.name AS key FROM renditions r
             CROSS JOIN LATERAL (SELECT jsonb_array_elements(r.outputs)->>'name' UNION ALL SELECT 'original') AS o (name)
           WHERE r.business_id = $1::uuid`,
          [businessId],
        );
        expect(media.keys(tenant)).toEqual(named.map(({ key }) => key).toSorted());
        expect(media.uploadsInParts()).toEqual([]);
      },
      { timeoutMs: 120_000 },
    );
    const { photos } = await rows();
    // Every upload that was told of success is there, once. One that was not may be there: the answer was lost.
    const ids = await media.sql<{ id: string }>('SELECT upload_id AS id FROM photos WHERE business_id = $1', [
      businessId,
    ]);
    expect(new Set(ids.map(({ id }) => id)).size).toBe(photos.length);
    expect([...arrived].filter((id) => !ids.some((row) => row.id === id))).toEqual([]);
    expect(arrived.size).toBeGreaterThan(UPLOADS / 4);
    expect(photos.length).toBeLessThan(UPLOADS);
  }, 400_000);
});
