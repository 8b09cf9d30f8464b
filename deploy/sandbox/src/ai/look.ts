import { createHash } from 'node:crypto';

/** What can be said about a picture without a model: colours, light, shape, and words derived from its pixels. */
export interface Look {
  readonly width: number;
  readonly height: number;
  readonly orientation: 'tall' | 'wide' | 'square';
  /** Names of the strongest colours, strongest first, at most three. */
  readonly colours: readonly string[];
  readonly warmth: 'warm' | 'cool' | 'neutral';
  readonly light: 'bright' | 'soft' | 'dim' | 'dark';
  readonly contrast: 'crisp' | 'gentle';
  /** Computed from the pixels alone, so that the same picture gives the same words. */
  readonly fingerprint: number;
  readonly format: string;
  /** The picture's description in its file, in the place of words that a model would read in the picture. */
  readonly writing: string;
}

/** The bytes are not a picture that can be decoded. */
export class NotAPicture extends Error {}

const grid = 24;

/** Decodes a picture and describes it. Throws NotAPicture. The decoder is loaded at the first call only. */
export async function lookAt(bytes: Buffer): Promise<Look> {
  const { default: sharp } = await import('sharp');
  // Low memory matters more than speed: pictures come one at a time.
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const image = sharp(bytes, { limitInputPixels: 100_000_000, failOn: 'error' }).rotate();
    const { format } = await sharp(bytes).metadata();
    const { data, info } = await image
      .clone()
      .toColourspace('srgb')
      .removeAlpha()
      .resize(grid, grid, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const meta = await sharp(bytes).metadata();
    const turned = (meta.orientation ?? 1) >= 5;
    const width = (turned ? meta.height : meta.width) ?? 0;
    const height = (turned ? meta.width : meta.height) ?? 0;
    const writing =
      meta.exif
        ?.toString('latin1')
        .match(/[\x20-\x7e]{12,}/g)
        ?.join('\n') ?? '';
    return { ...describe(data, info.channels, width, height, format ?? 'unknown'), writing };
  } catch (error) {
    throw new NotAPicture('the bytes could not be decoded as a picture', { cause: error });
  }
}

function describe(
  pixels: Buffer,
  channels: number,
  width: number,
  height: number,
  format: string,
): Omit<Look, 'writing'> {
  const votes = new Map<string, number>();
  let warm = 0;
  let sum = 0;
  let squares = 0;
  const count = pixels.length / channels;
  for (let at = 0; at < pixels.length; at += channels) {
    const r = pixels[at] ?? 0;
    const g = (channels > 2 ? pixels[at + 1] : r) ?? 0;
    const b = (channels > 2 ? pixels[at + 2] : r) ?? 0;
    const brightness = 0.299 * r + 0.587 * g + 0.114 * b;
    sum += brightness;
    squares += brightness * brightness;
    warm += r - b;
    const name = colourName(r, g, b);
    // Greys are in every picture; a colour says more about it.
    const weight = /black|white|grey/.test(name) ? 0.4 : 1;
    votes.set(name, (votes.get(name) ?? 0) + weight);
  }
  const mean = sum / count;
  const spread = Math.sqrt(Math.max(0, squares / count - mean * mean));
  const ratio = height === 0 ? 1 : width / height;
  const colours = [...votes]
    .filter(([, weight]) => weight >= count * 0.06)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 3)
    .map(([name]) => name);
  // Coarse steps, so that the words depend on what is seen and not on the encoder's noise.
  const coarse = Buffer.from(pixels.map((value) => value >> 4));
  return {
    width,
    height,
    orientation: ratio > 1.15 ? 'wide' : ratio < 0.87 ? 'tall' : 'square',
    colours: colours.length > 0 ? colours : ['mixed'],
    warmth: warm / count > 12 ? 'warm' : warm / count < -12 ? 'cool' : 'neutral',
    light: mean > 185 ? 'bright' : mean > 115 ? 'soft' : mean > 60 ? 'dim' : 'dark',
    contrast: spread > 55 ? 'crisp' : 'gentle',
    fingerprint: createHash('sha256').update(coarse).digest().readUInt32BE(0),
    format,
  };
}

function colourName(r: number, g: number, b: number): string {
  const most = Math.max(r, g, b);
  const least = Math.min(r, g, b);
  const range = most - least;
  if (most < 40) {
    return 'black';
  }
  if (range < 22) {
    return most > 215 ? 'white' : most > 120 ? 'silver grey' : 'slate grey';
  }
  let hue = most === r ? ((g - b) / range) % 6 : most === g ? (b - r) / range + 2 : (r - g) / range + 4;
  hue = (hue * 60 + 360) % 360;
  const pale = range < 90 && most > 170;
  const deep = most < 120;
  if (hue < 14 || hue >= 345) {
    return pale ? 'rose' : deep ? 'burgundy' : 'red';
  }
  if (hue < 32) {
    return pale ? 'peach' : deep ? 'chestnut' : 'terracotta';
  }
  if (hue < 48) {
    return pale ? 'cream' : deep ? 'walnut brown' : 'amber';
  }
  if (hue < 68) {
    return pale ? 'straw' : deep ? 'olive' : 'golden yellow';
  }
  if (hue < 95) {
    return pale ? 'pistachio' : deep ? 'moss green' : 'lime green';
  }
  if (hue < 155) {
    return pale ? 'mint' : deep ? 'forest green' : 'leaf green';
  }
  if (hue < 190) {
    return pale ? 'aqua' : deep ? 'deep teal' : 'turquoise';
  }
  if (hue < 225) {
    return pale ? 'sky blue' : deep ? 'navy' : 'ocean blue';
  }
  if (hue < 260) {
    return pale ? 'periwinkle' : deep ? 'indigo' : 'cobalt blue';
  }
  if (hue < 300) {
    return pale ? 'lavender' : deep ? 'plum' : 'violet';
  }
  return pale ? 'blush pink' : deep ? 'mulberry' : 'magenta';
}
