import { createHash } from 'node:crypto';

/** Still-picture formats that the sandbox recognizes by their bytes. */
export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'bmp' | 'tiff';

/** What the bytes themselves show; names and headers are ignored. */
export interface MeasuredMedia {
  /** Hex SHA-256 of the bytes that arrived. */
  readonly sha256: string;
  readonly mimeType: string;
  /** Pixels as stored in the file; 0 when the bytes are no picture. */
  readonly width: number;
  readonly height: number;
  /** Length in bytes. */
  readonly bytes: number;
  /** true when the file carries a GPS block in its EXIF data. */
  readonly gps: boolean;
  /** true when the EXIF orientation turns the picture by a quarter. */
  readonly turned: boolean;
}

export interface Measured extends MeasuredMedia {
  /** null: not a picture that the sandbox knows. */
  readonly format: PictureFormat | null;
}

interface Shape {
  readonly format: PictureFormat;
  readonly width: number;
  readonly height: number;
  readonly gps: boolean;
  readonly turned: boolean;
}

/** Measures a file: hash, type by magic bytes, pixel size, GPS. Never throws; unknown bytes have format null. */
export function measure(bytes: Buffer): Measured {
  const shape = shapeOf(bytes);
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    mimeType: shape ? `image/${shape.format}` : 'application/octet-stream',
    width: shape?.width ?? 0,
    height: shape?.height ?? 0,
    bytes: bytes.length,
    gps: shape?.gps ?? false,
    turned: shape?.turned ?? false,
    format: shape?.format ?? null,
  };
}

/** The fields that go into the ledger. */
export function asMedia(measured: Measured): MeasuredMedia {
  const { format: _format, ...media } = measured;
  return media;
}

/** Width divided by height as a viewer sees it (a quarter turn in EXIF swaps the sides). */
export function aspectRatio(media: MeasuredMedia): number {
  return media.turned ? media.height / media.width : media.width / media.height;
}

function shapeOf(b: Buffer): Shape | null {
  try {
    if (b.length >= 4 && b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff) {
      return jpeg(b);
    }
    if (b.length >= 26 && b.readUInt32BE(0) === 0x89504e47) {
      return png(b);
    }
    if (b.length >= 10 && b.toString('latin1', 0, 4) === 'GIF8') {
      return plain('gif', b.readUInt16LE(6), b.readUInt16LE(8));
    }
    if (b.length >= 30 && b.toString('latin1', 0, 4) === 'RIFF' && b.toString('latin1', 8, 12) === 'WEBP') {
      return webp(b);
    }
    if (b.length >= 26 && b[0] === 0x42 && b[1] === 0x4d) {
      return plain('bmp', b.readInt32LE(18), Math.abs(b.readInt32LE(22)));
    }
    const order = b.toString('latin1', 0, 4);
    if (order === 'II*\0' || order === 'MM\0*') {
      const tags = readTags(b);
      return { ...plain('tiff', tags.width, tags.height), gps: tags.gps, turned: tags.orientation >= 5 };
    }
    return null;
  } catch (error) {
    // Reading past the end of a truncated file: not a picture that can be shown.
    if (error instanceof RangeError) {
      return null;
    }
    throw error;
  }
}

function plain(format: PictureFormat, width: number, height: number): Shape {
  return { format, width, height, gps: false, turned: false };
}

function jpeg(b: Buffer): Shape | null {
  let gps = false;
  let turned = false;
  let at = 2;
  while (at + 4 <= b.length) {
    if (b[at] !== 0xff) {
      return null;
    }
    const marker = b.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9 || marker === 0xda) {
      return null;
    }
    const length = b.readUInt16BE(at + 2);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) {
      return { format: 'jpeg', height: b.readUInt16BE(at + 5), width: b.readUInt16BE(at + 7), gps, turned };
    }
    if (marker === 0xe1 && b.toString('latin1', at + 4, at + 10) === 'Exif\0\0') {
      const tags = readTags(b.subarray(at + 10, at + 2 + length));
      gps ||= tags.gps;
      turned ||= tags.orientation >= 5;
    }
    at += 2 + length;
  }
  return null;
}

function png(b: Buffer): Shape {
  const at = b.indexOf('eXIf', 8, 'latin1');
  const tags = at > 0 ? readTags(b.subarray(at + 4)) : null;
  return { ...plain('png', b.readUInt32BE(16), b.readUInt32BE(20)), gps: tags?.gps ?? false };
}

function webp(b: Buffer): Shape | null {
  const kind = b.toString('latin1', 12, 16);
  if (kind === 'VP8 ') {
    return plain('webp', b.readUInt16LE(26) & 0x3fff, b.readUInt16LE(28) & 0x3fff);
  }
  if (kind === 'VP8L') {
    const bits = b.readUInt32LE(21);
    return plain('webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (kind !== 'VP8X') {
    return null;
  }
  const at = b.indexOf('EXIF', 30, 'latin1');
  const tags = at > 0 ? readTags(b.subarray(at + 8)) : null;
  return { ...plain('webp', b.readUIntLE(24, 3) + 1, b.readUIntLE(27, 3) + 1), gps: tags?.gps ?? false };
}

/** Reads the first directory of a TIFF block: size, orientation, and whether a GPS directory is linked. */
function readTags(b: Buffer): { width: number; height: number; orientation: number; gps: boolean } {
  const tags = { width: 0, height: 0, orientation: 1, gps: false };
  if (b.length < 8) {
    return tags;
  }
  const little = b[0] === 0x49;
  const u16 = (at: number): number => (little ? b.readUInt16LE(at) : b.readUInt16BE(at));
  const u32 = (at: number): number => (little ? b.readUInt32LE(at) : b.readUInt32BE(at));
  const start = u32(4);
  if (start + 2 > b.length) {
    return tags;
  }
  const count = u16(start);
  for (let i = 0; i < count; i += 1) {
    const at = start + 2 + i * 12;
    if (at + 12 > b.length) {
      break;
    }
    const value = u16(at + 2) === 3 ? u16(at + 8) : u32(at + 8);
    switch (u16(at)) {
      case 0x0100:
        tags.width = value;
        break;
      case 0x0101:
        tags.height = value;
        break;
      case 0x0112:
        tags.orientation = value;
        break;
      case 0x8825:
        tags.gps = true;
        break;
      default:
    }
  }
  return tags;
}
