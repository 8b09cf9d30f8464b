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

/** With GPS, a camera's serial number, XMP, and orientation 6 (turn right to see it upright). */
export async function sidewaysJpeg(): Promise<Buffer> {
  const upright = await quartered().png().toBuffer();
  return sharp(upright)
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

export async function animatedWebp(frames: number): Promise<Buffer> {
  const frame = (index: number) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: { r: index % 256, g: 0, b: 0 } } })
      .png()
      .toBuffer();
  const pictures = await Promise.all(Array.from({ length: frames }, (_, index) => frame(index)));
  return sharp(pictures, { join: { animated: true } })
    .webp({ loop: 0 })
    .toBuffer();
}

/** 96 x 64, HEVC, with GPS and a serial number in its EXIF; written by libheif with x265. */
export const heic = (): Buffer => readFileSync(new URL('./fixtures/loaf.heic', import.meta.url));

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
