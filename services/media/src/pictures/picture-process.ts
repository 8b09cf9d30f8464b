/**
 * The program of the picture process. Untrusted pictures are decoded only here, so that a decoder that hangs, crashes or exhausts memory
 * takes nothing but this process with it. Started by `PictureProcesses`; one task at a time.
 */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { OutputInfo, Sharp } from 'sharp';
import { PUBLISH_BYTES, PUBLISH_EDGE, renditionNames, socialSize } from './picture-task.ts';
import type { DerivedPicture, PictureAnswer, PictureFacts, PictureRequest } from './picture-task.ts';

/** Equal to MAX_PHOTO_PIXELS of the contracts; to stay small, this program imports none. */
const MAX_PIXELS = 50_000_000;

interface Encoded {
  readonly data: Buffer;
  readonly info: OutputInfo;
}

interface HeicDecoder {
  (input: { buffer: Buffer }): Promise<{ width: number; height: number; data: ArrayBuffer }>;
}

class Refusal extends Error {
  readonly code: 'invalid_image' | 'image_too_large';

  constructor(code: Refusal['code'], reason: string) {
    super(reason);
    this.code = code;
  }
}

sharp.cache(false);
sharp.concurrency(1);

process.on('message', (task: PictureRequest) => {
  void answer(task).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function answer(task: PictureRequest): Promise<PictureAnswer> {
  try {
    const facts = await inspect(task);
    return { ok: true, facts, derived: await produce(task, facts) };
  } catch (error) {
    const refusal = error instanceof Refusal ? error.code : 'invalid_image';
    return { ok: false, refusal, reason: error instanceof Error ? error.message : 'unknown' };
  }
}

function produce(task: PictureRequest, facts: PictureFacts): Promise<DerivedPicture[]> {
  switch (task.kind) {
    case 'inspect':
      return Promise.resolve([]);
    case 'derive':
      return derive(task);
    case 'cut':
      return cut(task, facts);
  }
}

/** Reads dimensions from the header first, so that a decompression bomb is refused before any pixel is decoded. */
async function inspect(task: PictureRequest): Promise<PictureFacts> {
  const {
    width = 0,
    height = 0,
    pages = 1,
    orientation = 1,
  } = await sharp(task.picture, { limitInputPixels: false }).metadata();
  if (width * height > MAX_PIXELS || (pages > 1 && task.type !== 'image/heic')) {
    throw new Refusal('image_too_large', `${width} x ${height} pixels, ${pages} frames`);
  }
  if (width === 0 || height === 0) {
    throw new Refusal('invalid_image', 'no dimensions');
  }
  if (task.kind === 'inspect') {
    // Reads the whole file: a truncated or damaged one fails here and not at publishing time.
    await (await open(task)).resize(16, 16, { fit: 'inside' }).raw().toBuffer();
  }
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** sharp drops all metadata by default: GPS, serial numbers, embedded thumbnails. */
async function derive(task: Extract<PictureRequest, { kind: 'derive' }>): Promise<DerivedPicture[]> {
  const large = await (
    await open(task)
  )
    .rotate()
    .resize(PUBLISH_EDGE, PUBLISH_EDGE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = (): Sharp =>
    sharp(large.data, {
      raw: { width: large.info.width, height: large.info.height, channels: large.info.channels },
    });
  const { width, height } = socialSize(large.info);
  const publish = await bounded(pixels);
  const social =
    width === large.info.width && height === large.info.height
      ? publish
      : await bounded(() => pixels().resize(width, height, { fit: 'fill' }));
  const small = (width: number) => sharp(publish.data).resize(width, undefined, { withoutEnlargement: true });
  const [at800, at400, at200] = await Promise.all([
    small(800).jpeg({ quality: 80 }).toBuffer({ resolveWithObject: true }),
    small(400).webp({ quality: 76 }).toBuffer({ resolveWithObject: true }),
    small(200).webp({ quality: 76 }).toBuffer({ resolveWithObject: true }),
  ]);
  return [
    keep(renditionNames.publish, 'image/jpeg', publish),
    keep(renditionNames.social, 'image/jpeg', social),
    keep(renditionNames['800'], 'image/jpeg', at800),
    keep(renditionNames['400'], 'image/webp', at400),
    keep(renditionNames['200'], 'image/webp', at200),
  ];
}

/** As a JPEG of at most PUBLISH_BYTES: a very detailed picture loses a little quality. */
async function bounded(pixels: () => Sharp): Promise<Encoded> {
  const encode = (quality: number): Promise<Encoded> =>
    pixels().jpeg({ quality }).toBuffer({ resolveWithObject: true });
  for (const quality of [88, 80, 70, 55]) {
    const encoded = await encode(quality);
    if (encoded.data.length <= PUBLISH_BYTES) {
      return encoded;
    }
  }
  return encode(40);
}

/** A part of the picture as people see it: upright, in full size and without metadata. A PNG stays one, because it may be transparent. */
async function cut(task: Extract<PictureRequest, { kind: 'cut' }>, facts: PictureFacts): Promise<DerivedPicture[]> {
  const { x, y, width, height } = task.crop;
  if (x + width > facts.width || y + height > facts.height) {
    throw new Refusal('invalid_image', `the crop leaves the picture of ${facts.width} x ${facts.height}`);
  }
  const part = (await open(task)).rotate().extract({ left: x, top: y, width, height }).toColourspace('srgb');
  const isPng = task.type === 'image/png';
  const encoded = await (isPng ? part.png() : part.flatten({ background: '#ffffff' }).jpeg({ quality: 92 })).toBuffer({
    resolveWithObject: true,
  });
  return [keep('cut', isPng ? 'image/png' : 'image/jpeg', encoded)];
}

function keep(name: string, mimeType: string, picture: Encoded): DerivedPicture {
  const sha256 = createHash('sha256').update(picture.data).digest('hex');
  return {
    name,
    data: picture.data,
    mimeType,
    bytes: picture.data.length,
    sha256,
    width: picture.info.width,
    height: picture.info.height,
  };
}

/** HEIC uses HEVC, which the prebuilt sharp cannot decode; a WASM build of libheif can, and is loaded on first use. */
async function open(task: PictureRequest): Promise<Sharp> {
  if (task.type !== 'image/heic') {
    return sharp(task.picture, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
  }
  const module = 'heic-decode';
  const { default: decode } = (await import(module)) as { default: HeicDecoder };
  const { width, height, data } = await decode({ buffer: task.picture });
  return sharp(Buffer.from(data), { raw: { width, height, channels: 4 } });
}
