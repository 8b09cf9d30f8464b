import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mediaEvents, mediaRpc } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import sharp from 'sharp';
import { DiskRoom } from '../pictures/index.ts';
import { MediaUnderTest, multipart, refusal } from '../testing/media-under-test.ts';
import { alphaPng, avif, carriesMetadata, heic, jpeg, mif1Avif, sidewaysJpeg, webp } from '../testing/pictures.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const blue = { r: 40, g: 80, b: 220 };

describe('an upload', () => {
  let media: MediaUnderTest;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
  });
  afterAll(() => media.close());

  const pixel = async (bytes: Buffer, left: number, top: number) => {
    const [r = 0, g = 0, b = 0] = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
    return { r, g, b };
  };
  const near = (found: { r: number; g: number; b: number }, wanted: typeof found) =>
    (['r', 'g', 'b'] as const).every((part) => Math.abs(found[part] - wanted[part]) < 40);

  it('of a phone picture: everything derived from it stands upright and carries no metadata (S31)', async () => {
    const tenant = media.tenant();
    const original = await sidewaysJpeg();
    expect(await carriesMetadata(original)).toBe(true);
    const photo = await media.photo(tenant, original, 'Brötchen “früh” 朝.jpg');
    // 60 x 40 lying on its side is 40 x 60 upright.
    expect(photo).toMatchObject({
      originalName: 'Brötchen “früh” 朝.jpg',
      width: 40,
      height: 60,
      mimeType: 'image/jpeg',
      fileSize: original.length,
      sha256: sha256(original),
      status: 'ready',
      usedInPosts: 0,
    });
    for (const path of [photo.objectPath, ...Object.values(photo.thumbnails)]) {
      const answer = await media.open(tenant, path.replace('/objects/', ''));
      expect(answer.status).toBe(200);
      expect(await carriesMetadata(answer.bytes)).toBe(false);
      const { width = 0, height = 0, orientation } = await sharp(answer.bytes).metadata();
      expect([width < height, orientation ?? 1]).toEqual([true, 1]);
      // After the turn to the right, the blue quarter is in the upper right corner.
      expect(near(await pixel(answer.bytes, width - 5, 5), blue)).toBe(true);
      expect(near(await pixel(answer.bytes, 5, 5), blue)).toBe(false);
    }
  });

  it('waits for room on the disk, and holds up nobody of another business', async () => {
    const tenant = media.tenant();
    const bytes = await jpeg(2);
    const room = media.service.get(DiskRoom);
    const sent = await room.inFolder(tenant.caller.businessId, async (folder) => {
      await folder.reserve(Number.MAX_SAFE_INTEGER); // all that one business may have
      let isAnswered = false;
      const upload = media.upload(tenant, [{ fileName: 'a.jpg', bytes }]).finally(() => (isAnswered = true));
      await eventually('it waits', () => expect(room.waiting).toBe(1));
      expect(await media.photo(media.tenant(), bytes)).toMatchObject({ status: 'ready' });
      expect([isAnswered, room.waiting]).toEqual([false, 1]);
      return { upload };
    });
    expect(await sent.upload).toMatchObject({ status: 200 });
  });

  it('keeps the original, which is given back under its own name, byte for byte', async () => {
    const tenant = media.tenant();
    const original = await sidewaysJpeg();
    const photo = await media.photo(tenant, original, 'Brötchen “früh” 朝.jpg');
    const answer = await media.open(tenant, `download/${photo.id}`);
    expect(sha256(answer.bytes)).toBe(sha256(original));
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="Br_tchen _fr_h_ _.jpg"; filename*=UTF-8''Br%C3%B6tchen%20%E2%80%9Cfr%C3%BCh%E2%80%9D%20%E6%9C%9D.jpg`,
      'x-content-type-options': 'nosniff',
    });
  });

  it('is ready when it is answered: one reading of the file gives its measures and its pictures', async () => {
    const tenant = media.tenant();
    const { body } = await media.upload(tenant, [{ fileName: 'a.jpg', bytes: await jpeg(4, 900, 600) }]);
    expect(body?.photo).toMatchObject({ status: 'ready', width: 900, height: 600, placeholder: expect.any(String) });
    const { id = '', thumbnails, objectPath = '' } = body?.photo ?? {};
    for (const path of [objectPath, ...Object.values(thumbnails ?? {})]) {
      expect((await media.open(tenant, path.replace('/objects/', ''))).status).toBe(200);
    }
    // The worker has nothing to do, and each event has a version of its own.
    expect(await media.sql('SELECT state, tries FROM renditions WHERE id = $1', [id])).toEqual([
      { state: 'ready', tries: 0 },
    ]);
    const told = await media.sql(`SELECT subject, o.version FROM outbox o WHERE entity_id = $1 ORDER BY o.version`, [
      id,
    ]);
    expect(told).toEqual([
      { subject: mediaEvents.photoUploaded.subject, version: 1 },
      { subject: mediaEvents.photoReady.subject, version: 2 },
    ]);
    const { businessId } = tenant.caller;
    expect(await media.sql('SELECT FROM object_deletions WHERE object_key LIKE $1', [`${businessId}/%`])).toEqual([]);
    await media.rpc(mediaRpc.photoUpdate, { id, altText: 'a loaf' }, tenant);
    expect(await media.sql('SELECT version FROM photos WHERE id = $1', [id])).toEqual([{ version: 3 }]);
  });

  it('of which storage does not take a derived picture is kept, and its pictures are derived later', async () => {
    const tenant = media.tenant();
    const { id } = await media.unprepared(tenant, await jpeg(8));
    const photo = await media.ready(tenant, id);
    expect((await media.open(tenant, photo.thumbnails['400'].replace('/objects/', ''))).status).toBe(200);
    const { businessId } = tenant.caller;
    expect(await media.sql('SELECT FROM object_deletions WHERE object_key LIKE $1', [`${businessId}/%`])).toEqual([]);
  });

  it('of a PNG with transparency: published on white', async () => {
    const tenant = media.tenant();
    const photo = await media.photo(tenant, await alphaPng(), 'logo.png');
    expect(photo).toMatchObject({ mimeType: 'image/png', width: 40, height: 20 });
    const { bytes } = await media.open(tenant, `data/${photo.id}`);
    expect((await sharp(bytes).metadata()).format).toBe('jpeg');
    expect(near(await pixel(bytes, 35, 10), { r: 255, g: 255, b: 255 })).toBe(true);
    expect(near(await pixel(bytes, 5, 10), { r: 200, g: 0, b: 0 })).toBe(true);
  });

  it('of WebP and HEIC pictures, whatever they are called', async () => {
    const tenant = media.tenant();
    const fromWebp = await media.photo(tenant, await webp(), 'actually.jpg');
    expect(fromWebp).toMatchObject({ mimeType: 'image/webp', width: 60, height: 40 });
    const bytes = heic();
    expect(bytes.includes('SERIAL-4711')).toBe(true);
    const photo = await media.photo(tenant, bytes, 'IMG_0001.HEIC');
    expect(photo).toMatchObject({ mimeType: 'image/heic', width: 96, height: 64 });
    for (const path of [photo.objectPath, photo.thumbnails['200']]) {
      const derived = await media.open(tenant, path.replace('/objects/', ''));
      expect(await carriesMetadata(derived.bytes)).toBe(false);
      expect(near(await pixel(derived.bytes, 10, 10), blue)).toBe(true);
      expect(near(await pixel(derived.bytes, 80, 50), { r: 200, g: 60, b: 40 })).toBe(true);
    }
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['8 bits', () => avif(8)],
    ['10 bits', () => avif(10)],
    ['12 bits', () => avif(12)],
    ['8 bits, called a picture and no more', mif1Avif],
  ])('of an AVIF picture of %s', async (_, make) => {
    const tenant = media.tenant();
    const photo = await media.photo(tenant, await make(), 'actually.jpg');
    expect(photo).toMatchObject({ mimeType: 'image/avif', width: 60, height: 40, filename: `${photo.id}.avif` });
    for (const path of [photo.objectPath, photo.thumbnails['200']]) {
      const derived = await media.open(tenant, path.replace('/objects/', ''));
      expect(near(await pixel(derived.bytes, 10, 10), blue)).toBe(true);
      expect(near(await pixel(derived.bytes, 50, 30), { r: 200, g: 60, b: 40 })).toBe(true);
    }
    const original = await media.open(tenant, `download/${photo.id}`);
    expect(original.headers['content-type']).toBe('image/avif');
  });

  it('makes a large picture fit for every platform', async () => {
    const tenant = media.tenant();
    const photo = await media.photo(tenant, await jpeg(9, 5_000, 2_500));
    const widths = { [photo.objectPath]: 2_048, [photo.thumbnails['800']]: 800, [photo.thumbnails['200']]: 200 };
    for (const [path, width] of Object.entries(widths)) {
      const { bytes } = await media.open(tenant, path.replace('/objects/', ''));
      expect((await sharp(bytes).metadata()).width).toBe(width);
    }
  });

  it('repeated with the same bytes gives the same photo, with other bytes a conflict', async () => {
    const tenant = media.tenant();
    const bytes = await jpeg(1);
    const uploadId = randomUUID();
    const first = await media.upload(tenant, [{ fileName: 'a.jpg', bytes }], uploadId);
    const again = await media.upload(tenant, [{ fileName: 'a.jpg', bytes }], uploadId);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body?.photoId).toBe(first.body?.photoId);
    const other = await media.upload(tenant, [{ fileName: 'a.jpg', bytes: await jpeg(2) }], uploadId);
    expect([other.status, other.body?.error]).toEqual([409, 'conflict']);
    expect(await media.storage(tenant)).toEqual({ used: bytes.length, reserved: 0 });
    // The id is scoped to the business: another one may use it.
    const elsewhere = await media.upload(media.tenant(), [{ fileName: 'a.jpg', bytes }], uploadId);
    expect([elsewhere.status, elsewhere.body?.photoId === first.body?.photoId]).toEqual([200, false]);
  });

  it('that arrives several times at once is one photo, and nothing of the others remains', async () => {
    const tenant = media.tenant();
    const bytes = await jpeg(3);
    const uploadId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => media.upload(tenant, [{ fileName: 'a.jpg', bytes }], uploadId)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const [id = '', ...more] = new Set(answers.map(({ body }) => body?.photoId));
    expect(more).toEqual([]);
    await media.ready(tenant, id);
    expect(await media.storage(tenant)).toEqual({ used: bytes.length, reserved: 0 });
    // The last of the attempts may still be listing its object when the first answer is out.
    await eventually('no attempt holds an object back', async () => {
      const waiting = await media.sql<{ key: string }>(
        `SELECT object_key AS key FROM object_deletions WHERE object_key LIKE $1 AND ready_at > now() + interval '1 minute'`,
        [`${tenant.caller.businessId}/%`],
      );
      expect(waiting).toEqual([]);
    });
    expect((await media.open(tenant, `download/${id}`)).bytes).toEqual(bytes);
  });

  it('is refused to a viewer and to nobody else', async () => {
    const viewer = media.tenant('pro', 'viewer');
    expect(await refusal(media.start(viewer, 'x', 10))).toMatchObject({ code: 'forbidden' });
    const editor = media.tenant('pro', 'editor');
    expect((await media.upload(editor, [{ fileName: 'a.jpg', bytes: await jpeg() }])).status).toBe(200);
  });

  it('needs its ticket: forged, of another upload or of another kind is not found', async () => {
    const tenant = media.tenant();
    const { body, contentType } = multipart([{ fileName: 'a.jpg', bytes: await jpeg(4) }]);
    const { ticket } = await media.start(tenant, 'mine', body.length);
    const [payload = '', signature = ''] = ticket.split('.');
    const forged = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('mine', 'your')).toString(
      'base64url',
    );
    const scratch = await media.rpc(mediaRpc.scratchStart, {}, tenant);
    for (const [uploadId, wrong] of [
      ['mine', `${payload}.${signature.slice(0, -2)}AA`],
      ['your', `${forged}.${signature}`],
      ['your', ticket],
      ['mine', scratch.ticket],
      ['mine', ''],
      ['mine', '.'],
    ] as const) {
      const answer = await media.transfer(uploadId, wrong, body, contentType);
      expect([answer.status, answer.body?.error]).toEqual([404, 'not_found']);
    }
    expect((await media.transfer('mine', ticket, body, contentType)).status).toBe(200);
  });
});
