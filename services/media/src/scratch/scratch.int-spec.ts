import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { captionImage, mediaRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import sharp from 'sharp';
import { PictureProcesses } from '../pictures/index.ts';
import { MediaUnderTest, refusal } from '../testing/media-under-test.ts';
import type { Tenant } from '../testing/media-under-test.ts';
import { carriesMetadata, jpeg, pngHeader, sidewaysJpeg } from '../testing/pictures.ts';

describe('a picture that came with a caption request', () => {
  let media: MediaUnderTest;
  let tenant: Tenant;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
    tenant = media.tenant();
  });
  afterAll(() => media.close());

  const start = () => media.rpc(mediaRpc.scratchStart, {}, tenant);
  const park = (ticket: string, body: Buffer) =>
    media.ask('POST', '/internal/scratch', {
      body,
      headers: { authorization: `Ticket ${ticket}`, 'content-type': 'application/octet-stream' },
    });

  it('is re-encoded, small and bare, and found by its own business only', async () => {
    const { scratchId, ticket } = await start();
    expect(await refusal(media.rpc(mediaRpc.scratchSource, { scratchId }, tenant))).toMatchObject({
      code: 'not_found',
    });
    expect((await park(ticket, await sidewaysJpeg())).status).toBe(200);
    const source = await media.rpc(mediaRpc.scratchSource, { scratchId }, tenant);
    const { bytes } = await media.ask('GET', source.internalPath);
    expect(await carriesMetadata(bytes)).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 60 });
    expect(await refusal(media.rpc(mediaRpc.scratchSource, { scratchId }, media.tenant()))).toMatchObject({
      code: 'not_found',
    });
    // The ticket is spent: nobody can replace the picture afterwards.
    expect((await park(ticket, await jpeg(1))).status).toBe(404);
  });

  it.each<[string, number, () => Promise<Buffer> | Buffer]>([
    ['a text', 415, () => Buffer.from('not a picture')],
    ['nothing', 415, () => Buffer.alloc(0)],
    ['a bomb', 422, () => pngHeader(50_000, 50_000)],
    ['more than is taken', 413, () => Buffer.alloc(captionImage.maxBase64Bytes + 1)],
  ])('%s: %i (S41)', async (_, status, make) => {
    const { scratchId, ticket } = await start();
    const answer = await park(ticket, await make());
    expect(answer.status).toBe(status);
    expect(await refusal(media.rpc(mediaRpc.scratchSource, { scratchId }, tenant))).toMatchObject({
      code: 'not_found',
    });
  });

  it('is never what was sent: without a derived one there is none', async () => {
    const other = media.tenant();
    const pictures = media.service.get(PictureProcesses);
    const run = pictures.run.bind(pictures);
    pictures.run = async (...asked) => ({ ...(await run(...asked)), derived: [] });
    try {
      const { scratchId, ticket } = await media.rpc(mediaRpc.scratchStart, {}, other);
      const answer = await park(ticket, await sidewaysJpeg());
      expect([answer.status, answer.body?.error]).toEqual([422, 'invalid_image']);
      expect(media.stored(other)).toEqual([]);
      expect(await refusal(media.rpc(mediaRpc.scratchSource, { scratchId }, other))).toMatchObject({
        code: 'not_found',
      });
    } finally {
      pictures.run = run;
    }
  });

  it('is gone after its ten minutes, object and all', async () => {
    const other = media.tenant();
    const { scratchId, ticket } = await media.rpc(mediaRpc.scratchStart, {}, other);
    await park(ticket, await jpeg(2));
    expect(media.stored(other).length).toBeGreaterThan(0);
    await media.sql(`UPDATE scratch_pictures SET expires_at = now() - interval '1 second' WHERE id = $1`, [scratchId]);
    expect(await refusal(media.rpc(mediaRpc.scratchSource, { scratchId }, other))).toMatchObject({ code: 'not_found' });
    await media.sweep();
    await eventually('its object is gone', () => expect(media.stored(other)).toEqual([]));
  });
});
