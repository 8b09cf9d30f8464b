import { afterAll, describe, expect, it } from '@jest/globals';
import { createLogger, ShutdownRegistry } from '@postloom/chassis';
import { applyTone, keptPart, lookMatrix, toneOf, untouched } from '@postloom/contracts';
import type { PhotoEdit } from '@postloom/contracts';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { lookOf } from './look.ts';
import { COPY } from './picture-task.ts';
import { PictureProcesses } from './picture-processes.ts';

const size = { width: 320, height: 200 };

/** No two places of it are alike, and what is nearly the same place has nearly the same color. */
const original = Uint8ClampedArray.from({ length: size.width * size.height * 3 }, (_, index) => {
  const at = Math.floor(index / 3);
  const [x, y] = [(at % size.width) / size.width, Math.floor(at / size.width) / size.height];
  return [20 + 200 * x, 20 + 200 * y, 128 + 90 * Math.sin(7 * x) * Math.cos(5 * y)][index % 3] ?? 0;
});

/** Red, green, blue and how solid it is, as a canvas has them. */
type Canvas = Uint8ClampedArray;

/** A file, and its pixels as the editor reads them. */
interface File {
  readonly type: 'image/png' | 'image/jpeg';
  readonly bytes: Buffer;
  readonly pixels: Canvas;
}

async function fileOf(type: File['type'], picture: Sharp): Promise<File> {
  const bytes = await (type === 'image/png' ? picture.png() : picture.jpeg({ quality: 100 })).toBuffer();
  const pixels = await sharp(bytes).toColourspace('srgb').ensureAlpha().raw().toBuffer();
  return { type, bytes, pixels: new Uint8ClampedArray(pixels) };
}

const colorful = (): Sharp => sharp(original, { raw: { ...size, channels: 3 } });

/** What the editor's canvas shows: the original drawn by the matrix, then toned. */
function drawn(source: Canvas, edit: PhotoEdit): { pixels: Uint8ClampedArray; width: number; height: number } {
  const part = keptPart(size, edit) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [a, b, c, d, e, f] = lookMatrix(size, edit, part, 1);
  const pixels = new Uint8ClampedArray(part.width * part.height * 4);
  const area = a * d - b * c;
  for (let y = 0; y < part.height; y += 1) {
    for (let x = 0; x < part.width; x += 1) {
      const [atX, atY] = [x + 0.5 - e, y + 0.5 - f];
      const sourceX = (d * atX - c * atY) / area - 0.5;
      const sourceY = (a * atY - b * atX) / area - 0.5;
      for (let channel = 0; channel < 4; channel += 1) {
        pixels[(y * part.width + x) * 4 + channel] = between(source, sourceX, sourceY, channel);
      }
    }
  }
  const tone = toneOf(edit);
  if (tone) {
    applyTone(pixels, tone);
  }
  return { pixels, width: part.width, height: part.height };
}

function between(source: Canvas, x: number, y: number, channel: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const at = (column: number, row: number): number => {
    const [cx, cy] = [Math.min(Math.max(column, 0), size.width - 1), Math.min(Math.max(row, 0), size.height - 1)];
    return source[(cy * size.width + cx) * 4 + channel] ?? 0;
  };
  const [right, down] = [x - left, y - top];
  const upper = at(left, top) * (1 - right) + at(left + 1, top) * right;
  const lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
  return upper * (1 - down) + lower * down;
}

describe('what the editor shows', () => {
  const shutdown = new ShutdownRegistry(createLogger('media', 'silent'));
  const processes = new PictureProcesses(createLogger('media', 'silent'), shutdown, { pictureProcesses: 1 });
  afterAll(() => shutdown.run('close'));

  /** Greatest and mean difference of a channel, from 0 to 255. */
  async function difference(edit: PhotoEdit, file?: File): Promise<{ most: number; mean: number }> {
    const { type, bytes, pixels } = file ?? (await fileOf('image/png', colorful()));
    const look = lookOf(size, edit);
    if (look === null) {
      throw new Error('the crop lies outside');
    }
    const { derived } = await processes.run(
      { kind: 'copy', type, look },
      { businessId: 'a', file: { content: bytes } },
    );
    const copy = derived.find(({ name }) => name === COPY);
    expect(copy?.mimeType).toBe(type);
    const { data, info } = await sharp(copy?.data).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const wanted = drawn(pixels, edit);
    expect([info.width, info.height]).toEqual([wanted.width, wanted.height]);
    let most = 0;
    let sum = 0;
    for (let at = 0; at < wanted.width * wanted.height; at += 1) {
      for (let channel = 0; channel < 4; channel += 1) {
        const off = Math.abs((data[at * info.channels + channel] ?? 0) - (wanted.pixels[at * 4 + channel] ?? 0));
        most = Math.max(most, off);
        sum += off;
      }
    }
    return { most, mean: sum / (wanted.width * wanted.height * 4) };
  }

  const turns = ([0, 90, 180, 270] as const).flatMap((turn) => [false, true].map((mirrored) => ({ turn, mirrored })));
  it.each<Partial<PhotoEdit>>([
    ...turns,
    { crop: { x: 31, y: 17, width: 101, height: 55 } },
    { turn: 90, mirrored: true, crop: { x: 3, y: 70, width: 150, height: 99 } },
    { brightness: 60 },
    { brightness: -45, contrast: 70 },
    { contrast: -80 },
    { saturation: 100 },
    { saturation: -100 },
    { turn: 180, brightness: 20, contrast: 30, saturation: -40, crop: { x: 0, y: 0, width: 64, height: 64 } },
  ])('is what is made, to the pixel: %j', async (changes) => {
    const { most } = await difference({ version: 1, ...untouched, ...changes });
    expect(most).toBeLessThanOrEqual(2); // two ways of rounding
  });

  const veil = Buffer.from(
    Array.from({ length: size.width * size.height }, (_, at) => (at % size.width < 100 ? 90 : 255)),
  );
  const sheer = (picture: Sharp): Sharp => picture.joinChannel(veil, { raw: { ...size, channels: 1 } });
  const gray = async (): Promise<Sharp> =>
    sharp(await colorful().greyscale().toColourspace('b-w').raw().toBuffer(), { raw: { ...size, channels: 1 } });
  const kinds: [string, File['type'], channels: number, make: () => Sharp | Promise<Sharp>][] = [
    ['a gray JPEG', 'image/jpeg', 1, async () => (await gray()).toColourspace('b-w')],
    ['a JPEG for printers', 'image/jpeg', 4, () => colorful().toColourspace('cmyk')],
    ['a gray PNG', 'image/png', 1, async () => (await gray()).toColourspace('b-w')],
    ['a gray PNG with transparency', 'image/png', 2, async () => sheer(await gray()).toColourspace('b-w')],
    ['a colorful PNG with transparency', 'image/png', 4, () => sheer(colorful())],
    ['a PNG of 16 bits', 'image/png', 3, () => colorful().toColourspace('rgb16')],
  ];
  it.each(kinds)('is what is made of %s, as a file of its type', async (_, type, channels, make) => {
    const file = await fileOf(type, await make());
    expect((await sharp(file.bytes).metadata()).channels).toBe(channels);
    for (const changes of [
      {},
      { turn: 90, mirrored: true, crop: { x: 3, y: 70, width: 150, height: 99 } },
      { brightness: 40, contrast: 30 },
      { saturation: 100 },
      { turn: 180, brightness: 20, contrast: -30, saturation: -100, crop: { x: 0, y: 0, width: 64, height: 64 } },
    ] as const) {
      const { most } = await difference({ version: 1, ...untouched, ...changes }, file);
      expect(most).toBeLessThanOrEqual(type === 'image/png' ? 2 : 12); // what is made of a JPEG is one once more
    }
  });

  it.each<Partial<PhotoEdit>>([
    { degrees: 0.1 },
    { degrees: 5 },
    { degrees: -12.3 },
    { degrees: 45 },
    { degrees: 7, turn: 90 },
    { degrees: -7, mirrored: true, turn: 270, crop: { x: 20, y: 30, width: 90, height: 60 } },
    { degrees: 3, saturation: 50, brightness: -20 },
  ])('is what is made, to a pixel’s width, when it is straightened: %j', async (changes) => {
    const { most, mean } = await difference({ version: 1, ...untouched, ...changes });
    expect(mean).toBeLessThan(1.2);
    expect(most).toBeLessThan(6);
  });
});
