import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Sharp } from 'sharp';

const SERIAL = 'SERIAL-4711';

/** A 60 x 40 picture whose upper left quarter is blue, so that its orientation can be seen. */
function quartered(): Sharp {
  return sharp({ create: { width: 60, height: 40, channels: 3, background: { r: 200, g: 60, b: 40 } } }).composite([
    {
      input: { create: { width: 30, height: 20, channels: 3, background: { r: 40, g: 80, b: 220 } } },
      left: 0,
      top: 0,
    },
  ]);
}

/** With GPS, a camera's serial number, XMP, IPTC, and orientation 6 (turn right to see it upright). */
export async function sidewaysJpeg(): Promise<Buffer> {
  const upright = await quartered().png().toBuffer();
  const picture = await sharp(upright)
    .jpeg({ quality: 95 })
    .withExif({
      IFD0: { Orientation: '6', Make: 'Postloom' },
      IFD2: { BodySerialNumber: SERIAL },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 31/1 12/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '13/1 24/1 36/1',
      },
    })
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${SERIAL}"/></rdf:RDF></x:xmpmeta>`,
    )
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return Buffer.concat([picture.subarray(0, 2), iptc(SERIAL), picture.subarray(2)]);
}

/** The segment of a JPEG in which news agencies write who took it and where. */
function iptc(text: string): Buffer {
  const dataset = Buffer.concat([Buffer.from([0x1c, 2, 80, 0, text.length]), Buffer.from(text, 'latin1')]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(dataset.length);
  const resource = [Buffer.from('8BIM\x04\x04\0\0', 'latin1'), size, dataset, Buffer.alloc(dataset.length % 2)];
  const content = Buffer.concat([Buffer.from('Photoshop 3.0\0', 'latin1'), ...resource]);
  const head = Buffer.from([0xff, 0xed, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** A picture that is different for every seed. */
export function jpeg(seed = 1, width = 32, height = 24): Promise<Buffer> {
  const background = { r: seed % 256, g: (seed * 7) % 256, b: (seed * 31) % 256 };
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** Only the left half is visible: the right one is transparent. */
export function alphaPng(): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([
      {
        input: { create: { width: 20, height: 20, channels: 3, background: { r: 200, g: 0, b: 0 } } },
        left: 0,
        top: 0,
      },
    ])
    .png()
    .toBuffer();
}

export const webp = (): Promise<Buffer> => quartered().webp().toBuffer();

/** A film of 8 x 8 pixels whose frames are all the same. */
export async function animatedWebp(frames: number): Promise<Buffer> {
  const still = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .webp()
    .toBuffer();
  const riff = (type: string, content: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  };
  const edge = [7, 0, 0, 7, 0, 0];
  const canvas = riff('VP8X', Buffer.from([0x02, 0, 0, 0, ...edge]));
  const loop = riff('ANIM', Buffer.alloc(6));
  const frame = riff(
    'ANMF',
    Buffer.concat([Buffer.from([...Array(6).fill(0), ...edge, 40, 0, 0, 0]), still.subarray(12)]),
  );
  const film = Array.from({ length: frames }, () => frame);
  return riff('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), canvas, loop, ...film]));
}

const fixture = (name: string): Buffer => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));

/** 96 x 64, HEVC, with GPS and a serial number in its EXIF; written by libheif with x265. */
export const heic = (): Buffer => fixture('loaf.heic');

/** Two pictures: a green one of 64 x 48, then 96 x 64 with a blue quarter, which says that it is the one to be shown. */
export const albumHeic = (): Buffer => fixture('second-is-primary.heic');

/** 64 x 48 in Display P3: its left half is red, its right half transparent and black. */
export const alphaHeic = (): Buffer => fixture('see-through.heic');

/** The colors of Display P3, in which phones take pictures. */
export async function displayP3(): Promise<Buffer> {
  const { icc } = await sharp(await jpeg())
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
    .then((picture) => sharp(picture).metadata());
  if (!icc) {
    throw new Error('sharp wrote no profile');
  }
  return icc;
}

/** Where in the box that locates them the two items of `heic` have their offsets, and the one item of `avif`. */
const heicItems = [16, 34];
const avifItems = [16];

/** The same picture as `heic`, whose colors are meant in this profile. */
export function heicIn(icc: Buffer): Buffer {
  const plain = heic();
  const at = plain.indexOf('colrnclx', 0, 'latin1') - 4;
  const before = plain.readUInt32BE(at);
  const colors = box('colr', Buffer.concat([Buffer.from('prof', 'latin1'), icc]));
  const picture = Buffer.concat([plain.subarray(0, at), colors, plain.subarray(at + before)]);
  grow(picture, ['meta', 'iprp', 'ipco'], colors.length - before);
  moveItems(picture, heicItems, colors.length - before);
  return picture;
}

/** How a picture is to be turned and mirrored, as its container says it: quarters to the left, and the axis (0: upside down, 1: left and right). */
export interface Turn {
  readonly quarters?: number;
  readonly axis?: number;
}

/** `heic` with such words; its EXIF gives this orientation, if any, which is not what counts in a HEIC. */
export function turnedHeic(turn: Turn, orientation?: number): Buffer {
  const picture = turned(heic(), heicItems, turn);
  if (orientation !== undefined) {
    // In the place of the maker, the first field: tag 0x112, one number of two bytes.
    const maker = picture.indexOf('Exif\0\0MM', 0, 'latin1') + 16;
    picture.set([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0], maker);
  }
  return picture;
}

export const turnedAvif = async (turn: Turn): Promise<Buffer> => turned(await avif(), avifItems, turn);

function turned(plain: Buffer, items: readonly number[], { quarters, axis }: Turn): Buffer {
  const added = [
    ...(quarters === undefined ? [] : [box('irot', Buffer.from([quarters]))]),
    ...(axis === undefined ? [] : [box('imir', Buffer.from([axis]))]),
  ];
  const properties = plain.indexOf('ipco', 0, 'latin1') + 4;
  const named = plain.indexOf('ipma', 0, 'latin1'); // which properties the first item has; behind the properties themselves
  let known = 0;
  for (let at = properties; at < named - 4; at += plain.readUInt32BE(at)) {
    known += 1;
  }
  const count = named + 14;
  const last = count + 1 + (plain[count] ?? 0);
  const names = Buffer.from(added.map((_, index) => 0x80 + known + index + 1)); // each of them essential
  const picture = Buffer.concat([
    plain.subarray(0, named - 4),
    ...added,
    plain.subarray(named - 4, last),
    names,
    plain.subarray(last),
  ]);
  const grown = Buffer.concat(added).length;
  picture[count + grown] = (plain[count] ?? 0) + added.length;
  grow(picture, ['ipco'], grown);
  grow(picture, ['ipma'], names.length);
  grow(picture, ['meta', 'iprp'], grown + names.length);
  moveItems(picture, items, grown + names.length);
  return picture;
}

/** A box of a container of the HEIC and AVIF kind. */
function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

function grow(picture: Buffer, boxes: readonly string[], by: number): void {
  for (const name of boxes) {
    const size = picture.indexOf(name, 0, 'latin1') - 4;
    picture.writeUInt32BE(picture.readUInt32BE(size) + by, size);
  }
}

/** The items lie behind their description, in the first (and only) extent of each. */
function moveItems(picture: Buffer, items: readonly number[], by: number): void {
  const iloc = picture.indexOf('iloc', 0, 'latin1');
  for (const offset of items.map((place) => iloc + place)) {
    picture.writeUInt32BE(picture.readUInt32BE(offset) + by, offset);
  }
}

/** 60 x 40, upper left quarter blue. */
export const avif = (bitdepth: 8 | 10 | 12 = 8): Promise<Buffer> =>
  quartered().removeAlpha().avif({ quality: 90, bitdepth }).toBuffer();

/** The same file, which only says that it is a picture and not how it is coded; that stands among what it is compatible with. */
export async function mif1Avif(): Promise<Buffer> {
  const picture = await avif();
  picture.write('mif1', 8, 'latin1');
  return picture;
}

/** A film of three frames, 64 x 48; written by libavif. */
export const animatedAvif = (): Buffer => fixture('steam.avif');

/** The AVIF picture, announced with so many pixels. */
export async function avifHeader(width: number, height: number): Promise<Buffer> {
  return announced(await avif(), width, height);
}

/** 64 x 48, of which the only tile has 12,000 x 12,000 pixels. */
export const hugeTileAvif = (): Buffer => fixture('huge-tile.avif');

/** The same, and the tile announces 64 x 48 as well. */
export const hugeFrameAvif = (): Buffer => announced(hugeTileAvif(), 64, 48);

/** A header that announces this many pixels, without the data for them. */
export function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A small PNG with this chunk, which holds so many zeros in hardly any bytes. */
export async function pngBomb(type: 'zTXt' | 'iTXt' | 'iCCP', zeros: number): Promise<Buffer> {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const heads = { zTXt: 'Comment\0\0', iTXt: 'XML:com.adobe.xmp\0\x01\0\0\0', iCCP: 'Profile\0\0' };
  const bomb = chunk(type, Buffer.concat([Buffer.from(heads[type], 'latin1'), deflateSync(Buffer.alloc(zeros))]));
  const header = 33; // signature and IHDR
  return Buffer.concat([picture.subarray(0, header), bomb, picture.subarray(header)]);
}

/** A JPEG that announces this many pixels. */
export async function jpegHeader(width: number, height: number): Promise<Buffer> {
  const picture = Buffer.from(await jpeg());
  const frame = picture.indexOf(Buffer.from([0xff, 0xc0]));
  picture.writeUInt16BE(height, frame + 5);
  picture.writeUInt16BE(width, frame + 7);
  return picture;
}

/** The HEIC picture, announced with so many pixels. */
export const heicHeader = (width: number, height: number): Buffer => announced(heic(), width, height);

function announced(picture: Buffer, width: number, height: number): Buffer {
  for (let at = picture.indexOf('ispe', 0, 'latin1'); at >= 0; at = picture.indexOf('ispe', at + 4, 'latin1')) {
    picture.writeUInt32BE(width, at + 8);
    picture.writeUInt32BE(height, at + 12);
  }
  return picture;
}

/** A HEIC or AVIF picture with some bytes of its description exchanged: each seed gives another one, always the same. */
export function spoilt(plain: Buffer, seed: number): Buffer {
  const picture = Buffer.from(plain);
  const described = picture.indexOf('mdat', 0, 'latin1');
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const first = 32; // behind the box that says what it is
  for (let change = 0; change < 2; change += 1) {
    picture[first + next(described - first)] = [0x00, 0x01, 0x7f, 0xff][next(4)] ?? 0;
  }
  return picture;
}

/** True when the bytes carry a position, a serial number or any metadata block. */
export async function carriesMetadata(picture: Buffer): Promise<boolean> {
  const { exif, xmp, iptc } = await sharp(picture).metadata();
  return [exif, xmp, iptc].some((block) => block !== undefined && block.length > 0) || picture.includes(SERIAL);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
