/**
 * The program of the picture process. Untrusted pictures are decoded only here, so that a decoder that hangs, crashes or exhausts memory
 * takes nothing but this process with it. Started by `PictureProcesses`; one task at a time.
 */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { OutputInfo, Raw, Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { withProfile } from './png-profile.ts';
import {
  COPY,
  LOGO,
  LOGO_BOUNDS,
  LOGO_PIXELS,
  PUBLISH_BYTES,
  PUBLISH_EDGE,
  renditionNames,
  socialSize,
} from './picture-task.ts';
import type { DerivedPicture, Look, PictureAnswer, PictureFacts, PictureRequest } from './picture-task.ts';

/** Equal to MAX_PHOTO_PIXELS of the contracts; to stay small, this program imports none. */
const MAX_PIXELS = 50_000_000;
/** The most that a ThumbHash is made from. */
const PLACEHOLDER_EDGE = 100;

/** Places in a row of a likeness, and the levels of gray that a picture needs to have one. */
const LIKENESS_EDGE = 8;
const LEAST_CONTRAST = 12;

interface Encoded {
  readonly data: Buffer;
  readonly info: OutputInfo;
}

/** A picture as its pixels. */
interface Pixels {
  readonly data: Buffer;
  readonly info: Raw;
}

type Produced = Pick<Extract<PictureAnswer, { ok: true }>, 'derived' | 'placeholder' | 'likeness'>;

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
    return { ok: true, facts, ...(await produce(task, facts)) };
  } catch (error) {
    const refusal = error instanceof Refusal ? error.code : 'invalid_image';
    return { ok: false, refusal, reason: error instanceof Error ? error.message : 'unknown' };
  }
}

async function produce(task: PictureRequest, facts: PictureFacts): Promise<Produced> {
  switch (task.kind) {
    case 'receive':
    case 'derive':
      return derive((await open(task)).rotate());
    case 'look':
      return derive(from(await changed(task, task.look, facts)));
    case 'copy':
      return copy(task, await changed(task, task.look, facts));
    case 'logo':
      return logo((await open(task)).rotate());
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
  const most = task.kind === 'logo' ? LOGO_PIXELS : MAX_PIXELS;
  if (width * height > most || (pages > 1 && task.type !== 'image/heic')) {
    throw new Refusal('image_too_large', `${width} x ${height} pixels, ${pages} frames`);
  }
  if (width === 0 || height === 0) {
    throw new Refusal('invalid_image', 'no dimensions');
  }
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/**
 * The file is decoded once, as a whole, so that a truncated or damaged one fails; each picture is made from the pixels of the next larger
 * one. sharp drops all metadata by default: GPS, serial numbers, embedded thumbnails.
 */
async function derive(picture: Sharp): Promise<Produced> {
  const large = await pixelsOf(
    picture
      .resize(PUBLISH_EDGE, PUBLISH_EDGE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb'),
  );
  const { width, height } = socialSize(large.info);
  const isSocial = width === large.info.width && height === large.info.height;
  const middle = await pixelsOf(narrowed(large, 800));
  const [publish, social, at800, at400, at200, placeholder, likeness] = await Promise.all([
    bounded(() => from(large)),
    isSocial ? null : bounded(() => from(large).resize(width, height, { fit: 'fill' })),
    encoded(from(middle).jpeg({ quality: 80 })),
    encoded(narrowed(middle, 400).webp({ quality: 76 })),
    encoded(narrowed(middle, 200).webp({ quality: 76 })),
    placeholderOf(middle),
    likenessOf(middle),
  ]);
  const derived = [
    keep(renditionNames.publish, 'image/jpeg', publish),
    keep(renditionNames.social, 'image/jpeg', social ?? publish),
    keep(renditionNames['800'], 'image/jpeg', at800),
    keep(renditionNames['400'], 'image/webp', at400),
    keep(renditionNames['200'], 'image/webp', at200),
  ];
  return { derived, placeholder, likeness };
}

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { data, info: { width: info.width, height: info.height, channels: info.channels } };
}

const from = ({ data, info }: Pixels): Sharp => sharp(data, { raw: info });

const narrowed = (pixels: Pixels, width: number): Sharp =>
  from(pixels).resize(width, undefined, { withoutEnlargement: true });

const encoded = (picture: Sharp): Promise<Encoded> => picture.toBuffer({ resolveWithObject: true });

/** A ThumbHash: some 25 bytes that look like the picture from afar. */
async function placeholderOf(pixels: Pixels): Promise<string> {
  const { data, info } = await pixelsOf(
    from(pixels).resize(PLACEHOLDER_EDGE, PLACEHOLDER_EDGE, { fit: 'inside', withoutEnlargement: true }).ensureAlpha(),
  );
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

/**
 * Where the picture becomes lighter to the right, and where downward, in 8 x 8 places each: what is resized, compressed or made lighter
 * keeps nearly all of it. Null: it has so little contrast that this would be chance.
 */
async function likenessOf(pixels: Pixels): Promise<string | null> {
  const edge = LIKENESS_EDGE + 1;
  const { data, info } = await pixelsOf(from(pixels).resize(edge, edge, { fit: 'fill' }).greyscale());
  if (Math.max(...data) - Math.min(...data) < LEAST_CONTRAST) {
    return null;
  }
  const at = (x: number, y: number): number => data[(y * edge + x) * info.channels] ?? 0;
  const bits = (next: { readonly x: number; readonly y: number }): string => {
    let hex = '';
    for (let y = 0; y < LIKENESS_EDGE; y += 1) {
      let row = 0;
      for (let x = 0; x < LIKENESS_EDGE; x += 1) {
        row = row * 2 + (at(x + next.x, y + next.y) > at(x, y) ? 1 : 0);
      }
      hex += row.toString(16).padStart(2, '0');
    }
    return hex;
  };
  return bits({ x: 1, y: 0 }) + bits({ x: 0, y: 1 });
}

/** As a JPEG of at most PUBLISH_BYTES: a very detailed picture loses a little quality. */
async function bounded(pixels: () => Sharp): Promise<Encoded> {
  for (const quality of [88, 80, 70, 55]) {
    const picture = await encoded(pixels().jpeg({ quality }));
    if (picture.data.length <= PUBLISH_BYTES) {
      return picture;
    }
  }
  return encoded(pixels().jpeg({ quality: 40 }));
}

/**
 * The picture with its look changed. Each step is one of its own, because within one sharp has an order of its own; what is turned is never
 * held as a whole, only the part of it that is kept.
 */
async function changed(task: PictureRequest, look: Look, facts: PictureFacts): Promise<Pixels> {
  const { size, mirrored, degrees, part, tone } = look;
  if (size.width !== facts.width || size.height !== facts.height) {
    throw new Refusal('invalid_image', `${facts.width} x ${facts.height} is not the size that the look was made for`);
  }
  let pixels = await pixelsOf((await open(task)).rotate().toColourspace('srgb'));
  if (mirrored) {
    pixels = await pixelsOf(from(pixels).flop());
  }
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const canvas = {
    width: Math.round(size.width * cos + size.height * sin),
    height: Math.round(size.width * sin + size.height * cos),
  };
  const place = (whole: number, kept: number, offset: number): number =>
    Math.min(Math.max(0, Math.round((whole - kept) / 2 + offset)), whole - kept);
  let kept = degrees === 0 ? from(pixels) : from(pixels).rotate(degrees, { background: '#ffffff' });
  kept = kept.extract({
    left: place(canvas.width, part.width, part.offsetX),
    top: place(canvas.height, part.height, part.offsetY),
    width: part.width,
    height: part.height,
  });
  if (tone !== null) {
    const [red, green, blue] = tone.matrix;
    kept = kept.recomb([[...red], [...green], [...blue]]).linear([1, 1, 1], Array<number>(3).fill(tone.offset));
  }
  return pixelsOf(kept);
}

/** In full size and without metadata, with its derived pictures. A PNG stays one, because it may be transparent. */
async function copy({ type }: PictureRequest, pixels: Pixels): Promise<Produced> {
  const isPng = type === 'image/png';
  const file = isPng ? from(pixels).png() : from(pixels).flatten({ background: '#ffffff' }).jpeg({ quality: 92 });
  const [whole, { derived, ...rest }] = await Promise.all([encoded(file), derive(from(pixels))]);
  return { derived: [keep(COPY, isPng ? 'image/png' : 'image/jpeg', whole), ...derived], ...rest };
}

/**
 * Without the empty edge that logos come with, on white because it has to stand on pages of any color, and in a palette: its pixels
 * are a byte each, so it is never larger than they are many.
 */
async function logo(picture: Sharp): Promise<Produced> {
  const background = '#ffffff';
  const whole = await pixelsOf(picture.flatten({ background }).toColourspace('srgb'));
  const pixels = await pixelsOf(
    from(whole)
      .trim({ background, threshold: 10 })
      .resize({ ...LOGO_BOUNDS, fit: 'inside', withoutEnlargement: true }),
  );
  const drawn = await encoded(from(pixels).png({ palette: true, compressionLevel: 9 }));
  const [placeholder, likeness] = [await placeholderOf(pixels), await likenessOf(pixels)];
  return { derived: [keep(LOGO, 'image/png', drawn)], placeholder, likeness };
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

/**
 * HEIC uses HEVC, which the prebuilt sharp cannot decode; a WASM build of libheif can, and is loaded on first use. It gives pixels alone, so
 * the colors that they are meant in (phones: Display P3) are put beside them again, for sharp to turn into sRGB.
 */
async function open(task: PictureRequest): Promise<Sharp> {
  if (task.type !== 'image/heic') {
    return sharp(task.picture, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
  }
  const module = 'heic-decode';
  const { default: decode } = (await import(module)) as { default: HeicDecoder };
  const { width, height, data } = await decode({ buffer: task.picture });
  const pixels = sharp(Buffer.from(data), { raw: { width, height, channels: 4 } });
  const { icc } = await sharp(task.picture, { limitInputPixels: false }).metadata();
  if (icc === undefined) {
    return pixels;
  }
  const png = await pixels.removeAlpha().png({ compressionLevel: 0 }).toBuffer();
  return sharp(withProfile(png, icc), { limitInputPixels: MAX_PIXELS });
}
