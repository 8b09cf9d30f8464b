import { randomBytes, randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_PHOTO_BYTES } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import sharp from 'sharp';
import { MediaUnderTest, multipart } from '../testing/media-under-test.ts';
import type { Part, Tenant } from '../testing/media-under-test.ts';
import {
  animatedAvif,
  animatedWebp,
  avif,
  avifHeader,
  heic,
  heicHeader,
  jpeg,
  jpegHeader,
  pngHeader,
} from '../testing/pictures.ts';

const unsupported = (file: string) => `${file} is not a supported image format. Please use JPG, PNG, HEIC, or WebP.`;

describe('what is not a picture we take', () => {
  let media: MediaUnderTest;
  let tenant: Tenant;
  beforeAll(async () => {
    media = await MediaUnderTest.start();
  });
  beforeEach(() => {
    tenant = media.tenant();
  });
  afterAll(() => media.close());

  /** Refused, nothing counted, nothing stored, and the service carries on. */
  const expectNothingLeft = async () => {
    expect(await media.storage(tenant)).toEqual({ used: 0, reserved: 0 });
    expect(media.stored(tenant)).toEqual([]);
    const other = media.tenant();
    expect((await media.upload(other, [{ fileName: 'a.jpg', bytes: await jpeg() }])).status).toBe(200);
  };

  it('a flood of slow uploads of one business takes three turns at a time, and the others go on', async () => {
    const { body, contentType } = multipart([{ fileName: 'a.jpg', bytes: await jpeg() }]);
    const gate = Promise.withResolvers<void>();
    async function* slowly() {
      yield body.subarray(0, 100);
      await gate.promise;
      yield body.subarray(100);
    }
    let done = 0;
    const flood: Promise<number>[] = [];
    for (const bytes of [Readable.from(slowly()), Readable.from(slowly()), Readable.from(slowly()), body, body]) {
      const uploadId = randomUUID();
      const { ticket } = await media.start(tenant, uploadId, body.length);
      const answer = media.transfer(uploadId, ticket, bytes, contentType).then(({ status }) => {
        done += 1;
        return status;
      });
      flood.push(answer);
    }
    for (const seed of [1, 2, 3]) {
      const other = await media.upload(media.tenant(), [{ fileName: 'b.jpg', bytes: await jpeg(seed) }]);
      expect([other.status, done]).toEqual([200, 0]);
    }
    gate.resolve();
    expect(await Promise.all(flood)).toEqual([200, 200, 200, 200, 200]);
  });

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['drawing.svg', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['page.html', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['shell.php', () => Buffer.from('<?php system($_GET["c"]);')],
    ['invoice.pdf', () => Buffer.from('%PDF-1.7\n1 0 obj')],
    [
      'funny.jpg',
      () =>
        sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
          .gif()
          .toBuffer(),
    ],
    ['layers.heic', layeredHeic],
    ['empty.jpg', () => Buffer.alloc(0)],
  ])('%s, said to be a JPEG, is refused by its bytes (S23)', async (fileName, make) => {
    const answer = await media.upload(tenant, [{ fileName, type: 'image/jpeg', bytes: await make() }]);
    expect([answer.status, answer.body]).toEqual([
      415,
      { error: 'unsupported_media_type', message: unsupported(fileName) },
    ]);
    await expectNothingLeft();
  });

  it.each<[string, string, () => Promise<Buffer> | Buffer]>([
    ['a truncated JPEG', 'invalid_image', async () => cut(await jpeg(5, 400, 400))],
    [
      'a truncated PNG',
      'invalid_image',
      async () =>
        cut(
          await sharp(await jpeg(5, 400, 400))
            .png()
            .toBuffer(),
        ),
    ],
    ['a truncated HEIC', 'invalid_image', () => cut(heic())],
    ['noise that begins like a HEIC', 'invalid_image', () => spoilt(heic())],
    ['a truncated AVIF', 'invalid_image', async () => cut(await avif())],
    ['noise that begins like an AVIF', 'invalid_image', async () => spoilt(await avif())],
    ['three bytes of a JPEG', 'invalid_image', () => Buffer.from([0xff, 0xd8, 0xff])],
    ['50,000 x 50,000 pixels announced', 'image_too_large', () => pngHeader(50_000, 50_000)],
    ['one pixel more than 50 million', 'image_too_large', () => pngHeader(50_000_001, 1)],
    ['a JPEG of 65,000 x 65,000 pixels announced', 'image_too_large', () => jpegHeader(65_000, 65_000)],
    ['a HEIC of 50,000 x 50,000 pixels announced', 'image_too_large', () => heicHeader(50_000, 50_000)],
    ['an AVIF of 50,000 x 50,000 pixels announced', 'image_too_large', () => avifHeader(50_000, 50_000)],
    ['a film of 10,000 frames', 'image_too_large', () => animatedWebp(10_000)],
    ['a film of three frames in AVIF', 'image_too_large', animatedAvif],
  ])('%s: 422 %s, quickly (S25)', async (_, code, make) => {
    const bytes = await make();
    await media.upload(media.tenant(), [{ fileName: 'warm.jpg', bytes: await jpeg() }]); // a picture process has started
    const startedMs = performance.now();
    const answer = await media.upload(tenant, [{ fileName: 'bad.jpg', bytes }]);
    expect([answer.status, answer.body?.error]).toEqual([422, code]);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    await expectNothingLeft();
  });

  it('50 MB and one byte: 413 with the sentence, while exactly 50 MB are read (S27)', async () => {
    const over = await send(file(MAX_PHOTO_BYTES + 1, 'big.jpg'), MAX_PHOTO_BYTES);
    expect([over.status, over.body]).toEqual([
      413,
      { error: 'payload_too_large', message: 'big.jpg exceeds the 50MB limit. Please use a smaller image.' },
    ]);
    const full = await send(file(MAX_PHOTO_BYTES, 'full.jpg'), MAX_PHOTO_BYTES);
    expect([full.status, full.body?.error]).toEqual([422, 'invalid_image']);
    await expectNothingLeft();
  });

  it('a body without an end: 413 as soon as it is too long (S27)', async () => {
    const endless = file(Number.MAX_SAFE_INTEGER, 'endless.jpg');
    const answer = await send(endless, null);
    expect(answer.status).toBe(413);
    endless.body.destroy();
    await expectNothingLeft();
  });

  it.each<[string, readonly Part[]]>([
    ['no file', []],
    ['a field instead of a file', [{ bytes: 'text' }]],
    ['another field name', [{ field: 'picture', fileName: 'a.jpg', bytes: 'x' }]],
    ['an empty field name', [{ field: '', fileName: 'a.jpg', bytes: 'x' }]],
    ['two files', [1, 2].map(() => ({ fileName: 'a.jpg', bytes: Buffer.from([0xff, 0xd8, 0xff, 0]) }))],
    ['a deep field name', [{ field: `file${'[a]'.repeat(1_000)}`, fileName: 'a.jpg', bytes: 'x' }]],
    ['5,000 fields', Array.from({ length: 5_000 }, (_, index) => ({ field: `f${index}`, bytes: 'x' }))],
  ])('%s: 400 (S28)', async (_, parts) => {
    const answer = await media.upload(tenant, parts);
    expect([answer.status, answer.body?.error]).toEqual([400, 'validation_failed']);
    await expectNothingLeft();
  });

  it.each<[string, (body: Buffer) => Buffer]>([
    ['in the middle of the file', (body) => body.subarray(0, body.length - 120)],
    ['in its head', (body) => body.subarray(0, 60)],
    ['before its last line', (body) => body.subarray(0, body.length - 8)],
  ])('a body that ends %s: 400 (S28)', async (_, shorten) => {
    for (const field of ['file', 'other']) {
      const { body, contentType } = multipart([{ field, fileName: 'a.jpg', bytes: await jpeg(6, 200, 200) }]);
      const { ticket } = await media.start(tenant, 'cut', body.length);
      const answer = await media.transfer('cut', ticket, shorten(body), contentType);
      expect([answer.status, answer.body?.error]).toEqual([400, 'validation_failed']);
    }
    await expectNothingLeft();
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary=', 'application/json', 'text/plain', 'image/jpeg'])(
    'a body called %s: 400',
    async (contentType) => {
      const { ticket } = await media.start(tenant, 'typed', 10);
      const answer = await media.transfer('typed', ticket, Buffer.from('{"a":1}'), contentType);
      expect([answer.status, answer.body?.error]).toEqual([400, 'validation_failed']);
      await expectNothingLeft();
    },
  );

  it('a sender who goes away in the middle leaves nothing behind', async () => {
    const { ticket } = await media.start(tenant, 'gone', 1_000_000);
    const { body, contentType } = multipart([{ fileName: 'a.jpg', bytes: await jpeg(6, 900, 900) }]);
    const request = httpRequest(`${media.service.url}/internal/uploads/gone`, {
      method: 'POST',
      headers: { authorization: `Ticket ${ticket}`, 'content-type': contentType, 'content-length': 1_000_000 },
    });
    request.on('error', () => undefined);
    await new Promise((resolve) => request.write(body.subarray(0, 500), resolve));
    request.destroy();
    await eventually('its bytes are free again', async () => {
      expect(await media.storage(tenant)).toEqual({ used: 0, reserved: 0 });
    });
    await expectNothingLeft();
  });

  const send = async ({ body, contentType }: ReturnType<typeof file>, announced: number | null) => {
    const uploadId = randomUUID();
    const { ticket } = await media.start(tenant, uploadId, announced);
    return media.transfer(uploadId, ticket, body, contentType);
  };
});

/** Of a kind that no decoder here knows, though its container is that of HEIC. */
function layeredHeic(): Buffer {
  const picture = heic();
  picture.write('heim', 8, 'latin1');
  return picture;
}

const cut = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length * 0.6));

const spoilt = (bytes: Buffer): Buffer => Buffer.concat([bytes.subarray(0, 28), randomBytes(bytes.length - 28)]);

/** A multipart body with a JPEG's first bytes, filled up with zeros; never in memory as a whole. */
function file(bytes: number, fileName: string): { body: Readable; contentType: string } {
  const head = Buffer.from(
    `--b\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: image/jpeg\r\n\r\n`,
  );
  const piece = Buffer.alloc(65_536);
  function* content(): Generator<Buffer> {
    yield head;
    yield Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
    for (let left = bytes - 4; left > 0; left -= piece.length) {
      yield left >= piece.length ? piece : piece.subarray(0, left);
    }
    yield Buffer.from('\r\n--b--\r\n');
  }
  return { body: Readable.from(content(), { objectMode: false }), contentType: 'multipart/form-data; boundary=b' };
}
