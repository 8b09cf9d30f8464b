/**
 * The program of the picture process. Untrusted pictures are decoded only here, so that a decoder that hangs, crashes or exhausts memory
 * takes nothing but this process with it. Started by `PictureProcesses`; one task at a time.
 */
import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import sharp from 'sharp';
import type { Metadata, OutputInfo, Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import {
  COPY,
  COPY_BYTES,
  LOGO,
  LOGO_BOUNDS,
  LOGO_PIXELS,
  PUBLISH_BYTES,
  PUBLISH_EDGE,
  renditionNames,
  socialSize,
} from './picture-task.ts';
import type {
  DerivedPicture,
  Look,
  PictureAnswer,
  PictureFacts,
  PictureRefusal,
  PictureRequest,
  PictureTask,
} from './picture-task.ts';
import { withProfile } from './profiled-tiff.ts';
import type { Pixels } from './profiled-tiff.ts';

/** Major brands of an AVIF that moves. */
const AVIF_FILMS = new Set(['avis', 'msf1']);
/** Equal to MAX_PHOTO_PIXELS of the contracts; to stay small, this program imports none. */
const MAX_PIXELS = 50_000_000;
const STANDARD_INPUT = 0;
/** What a ThumbHash is made from: of 100 pixels, the most that it takes, it says the same in ten times as long. */
const PLACEHOLDER_EDGE = 50;

/** Places in a row of a likeness, and the levels of gray that a picture needs to have one. */
const LIKENESS_EDGE = 8;
const LEAST_CONTRAST = 12;

interface Encoded {
  readonly data: Buffer;
  readonly info: OutputInfo;
}

/** A picture whose colors are meant in this profile; without one, in sRGB. */
interface Opened {
  readonly picture: Sharp;
  readonly profile?: Buffer | undefined;
}

/** A task whose file has arrived. */
type Task = PictureTask & { readonly picture: Buffer };

type Produced = Pick<Extract<PictureAnswer, { ok: true }>, 'derived' | 'placeholder' | 'likeness'>;

interface HeicImage {
  readonly decode: () => Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
}

interface HeicDecoder {
  readonly all: (input: { buffer: Buffer }) => Promise<HeicImage[] & { dispose: () => void }>;
}

class Refusal extends Error {
  readonly code: PictureRefusal;

  constructor(code: Refusal['code'], reason: string) {
    super(reason);
    this.code = code;
  }
}

sharp.cache(false);
sharp.concurrency(1);

process.on('message', ({ bytes, ...task }: PictureRequest) => {
  void answer({ ...task, picture: received(bytes) }).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

/** The next bytes of the standard input. Nothing else is to be done until they are here, so this waits for them. */
function received(bytes: number): Buffer {
  const picture = Buffer.allocUnsafeSlow(bytes);
  for (let at = 0; at < bytes;) {
    const count = readSync(STANDARD_INPUT, picture, at, bytes - at, null);
    if (count === 0) {
      process.exit(0); // our parent has gone
    }
    at += count;
  }
  return picture;
}

/**
 * Gives large memory back at once. What waits for V8 to find it would make V8 look for it, once for every photo. A small buffer shares its
 * memory with others, and stays.
 */
function release(...done: readonly Buffer[]): void {
  for (const { buffer, byteLength } of done) {
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) {
      buffer.transfer(0);
    }
  }
}

async function answer(task: Task): Promise<PictureAnswer> {
  try {
    const header = await inspect(task);
    const facts = header.autoOrient;
    const produced = await produce(task, await open(task, header), facts);
    release(task.picture);
    return { ok: true, facts, ...produced };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    // What decoders say when they get no more memory: libheif of a picture, V8 of its pixels.
    const otherwise = /memory allocation|allocation failed/i.test(reason) ? 'image_too_large' : 'invalid_image';
    return { ok: false, refusal: error instanceof Refusal ? error.code : otherwise, reason };
  }
}

async function produce(task: Task, opened: Opened, facts: PictureFacts): Promise<Produced> {
  switch (task.kind) {
    case 'receive':
    case 'derive':
      return derive(opened);
    case 'look':
      return derive({ picture: from(await changed(opened, task.look, facts)) });
    case 'copy':
      return copy(task, await changed(opened, task.look, facts));
    case 'logo':
      return logo(opened);
  }
}

/** Reads the header first, so that a decompression bomb is refused before any pixel is decoded. */
async function inspect({ picture, type, kind }: Task): Promise<Metadata> {
  // The decoder takes a film in AVIF for no picture at all, or sees the still one beside it alone.
  if (type === 'image/avif' && AVIF_FILMS.has(picture.toString('latin1', 8, 12))) {
    throw new Refusal('image_too_large', 'a film');
  }
  const header = await sharp(picture, { limitInputPixels: false }).metadata();
  const { width, height, pages = 1 } = header;
  const most = kind === 'logo' ? LOGO_PIXELS : MAX_PIXELS;
  if (width * height > most || (pages > 1 && type !== 'image/heic')) {
    throw new Refusal('image_too_large', `${width} x ${height} pixels, ${pages} frames`);
  }
  if (width === 0 || height === 0) {
    throw new Refusal('invalid_image', 'no dimensions');
  }
  return header;
}

/**
 * The file is decoded once, as a whole, so that a truncated or damaged one fails; each picture is made from the pixels of the next larger
 * one. sharp drops all metadata by default: GPS, serial numbers, embedded thumbnails.
 */
async function derive({ picture, profile }: Opened): Promise<Produced> {
  const sized = picture
    .resize(PUBLISH_EDGE, PUBLISH_EDGE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' });
  const large = await inSrgb({ picture: sized, profile });
  const { width, height } = socialSize(large.info);
  const isSocial = width === large.info.width && height === large.info.height;
  const middle = await pixelsOf(narrowed(large, 800));
  const [publish, social, caption, at800, at400, at200, placeholder, likeness] = await Promise.all([
    bounded(() => from(large)),
    isSocial ? null : bounded(() => from(large).resize(width, height, { fit: 'fill' })),
    encoded(asJpeg(from(middle), 80)),
    encoded(from(middle).webp({ quality: 76, effort: 2 })),
    encoded(narrowed(middle, 400).webp({ quality: 76 })),
    encoded(narrowed(middle, 200).webp({ quality: 76 })),
    placeholderOf(middle),
    likenessOf(middle),
  ]);
  release(large.data, middle.data);
  const derived = [
    keep(renditionNames.publish, 'image/jpeg', publish),
    keep(renditionNames.social, 'image/jpeg', social ?? publish),
    keep(renditionNames.caption, 'image/jpeg', caption),
    keep(renditionNames['800'], 'image/webp', at800),
    keep(renditionNames['400'], 'image/webp', at400),
    keep(renditionNames['200'], 'image/webp', at200),
  ];
  return { derived, placeholder, likeness };
}

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { data, info: { width: info.width, height: info.height, channels: info.channels } };
}

/** In sRGB. */
async function inSrgb({ picture, profile }: Opened): Promise<Pixels> {
  const pixels = await pixelsOf(picture.toColourspace('srgb'));
  if (profile === undefined) {
    return pixels;
  }
  const meant = withProfile(pixels, profile);
  const converted = await pixelsOf(sharp(meant).toColourspace('srgb'));
  release(pixels.data, meant);
  return converted;
}

const from = ({ data, info }: Pixels): Sharp => sharp(data, { raw: info });

const narrowed = (pixels: Pixels, width: number): Sharp =>
  from(pixels).resize(width, undefined, { withoutEnlargement: true });

/** Without tables of its own, which would take three times as long and save three of a hundred bytes. */
const asJpeg = (picture: Sharp, quality: number): Sharp => picture.jpeg({ quality, optimiseCoding: false });

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
    const picture = await encoded(asJpeg(pixels(), quality));
    if (picture.data.length <= PUBLISH_BYTES) {
      return picture;
    }
  }
  return encoded(asJpeg(pixels(), 40));
}

/**
 * The picture with its look changed. Each step is one of its own, because within one sharp has an order of its own; what is turned is never
 * held as a whole, only the part of it that is kept.
 */
async function changed(opened: Opened, look: Look, facts: PictureFacts): Promise<Pixels> {
  const { size, mirrored, degrees, part, tone } = look;
  if (size.width !== facts.width || size.height !== facts.height) {
    throw new Refusal('invalid_image', `${facts.width} x ${facts.height} is not the size that the look was made for`);
  }
  let pixels = await inSrgb(opened);
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
async function copy({ type }: Task, pixels: Pixels): Promise<Produced> {
  const isPng = type === 'image/png';
  const file = isPng ? from(pixels).png() : asJpeg(from(pixels).flatten({ background: '#ffffff' }), 92);
  const [whole, { derived, ...rest }] = await Promise.all([encoded(file), derive({ picture: from(pixels) })]);
  if (whole.data.length > COPY_BYTES) {
    throw new Refusal('copy_too_large', `${whole.data.length} bytes`);
  }
  return { derived: [keep(COPY, isPng ? 'image/png' : 'image/jpeg', whole), ...derived], ...rest };
}

/**
 * Without the empty edge that logos come with, on white because it has to stand on pages of any color, and in a palette: its pixels
 * are a byte each, so it is never larger than they are many.
 */
async function logo({ picture, profile }: Opened): Promise<Produced> {
  const background = '#ffffff';
  const whole = await inSrgb({ picture: picture.flatten({ background }), profile });
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
 * Upright. Where only a small picture is made of it, the colors of a profile (phones: Display P3) become sRGB when it is small: for each pixel
 * that takes as long as everything else together. In other color spaces than RGB it stays with sharp, which does it first.
 */
async function open({ picture, type, kind }: Task, header: Metadata): Promise<Opened> {
  if (type === 'image/heic') {
    return { picture: await openHeic(picture, header), profile: header.icc };
  }
  const isMadeSmall = kind === 'receive' || kind === 'derive';
  const profile = isMadeSmall && header.space === 'srgb' ? header.icc : undefined;
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const;
  return { picture: sharp(picture, { ...options, ignoreIcc: profile !== undefined }).autoOrient(), profile };
}

/**
 * HEIC uses HEVC, which the prebuilt sharp cannot decode; a WASM build of libheif can, and is loaded on first use. It turns the picture as
 * its container says, which is all that counts: sharp gives no orientation of a HEIC either.
 */
async function openHeic(picture: Buffer, { pagePrimary = 0, hasAlpha }: Metadata): Promise<Sharp> {
  const module = 'heic-decode';
  const { default: decoder } = (await import(module)) as { default: HeicDecoder };
  const images = await decoder.all({ buffer: picture });
  try {
    const image = images[pagePrimary];
    if (image === undefined) {
      throw new Refusal('invalid_image', 'no such picture in it');
    }
    const { width, height, data } = await image.decode();
    const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    const whole = sharp(pixels, { raw: { width, height, channels: 4 } });
    return hasAlpha ? whole : whole.removeAlpha();
  } finally {
    images.dispose();
  }
}
