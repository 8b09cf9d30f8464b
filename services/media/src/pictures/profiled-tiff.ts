import type { Raw } from 'sharp';

/** A picture as its pixels, a byte for each channel. */
export interface Pixels {
  readonly data: Buffer;
  readonly info: Raw;
}

const BYTE = 7;
const SHORT = 3;
const LONG = 4;

/**
 * Pixels as a file, with the profile that their colors are meant in: raw ones cannot carry one into sharp. A TIFF holds them as they are,
 * so nothing is encoded, only copied.
 */
export function withProfile({ data, info: { width, height, channels } }: Pixels, profile: Buffer): Buffer {
  const hasAlpha = channels === 4;
  const fields = hasAlpha ? 11 : 10;
  const depths = 8 + 2 + fields * 12 + 4; // behind the header and the list of fields
  const colors = depths + 2 * channels;
  const pixels = colors + profile.length;
  const head = Buffer.alloc(colors);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(fields, 8);
  head.fill(Buffer.from([8, 0]), depths);
  const list: readonly (readonly [tag: number, type: number, count: number, value: number])[] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, channels, depths],
    [259, SHORT, 1, 1], // not compressed
    [262, SHORT, 1, 2], // red, green, blue
    [273, LONG, 1, pixels],
    [277, SHORT, 1, channels],
    [278, LONG, 1, height],
    [279, LONG, 1, data.length],
    ...(hasAlpha ? [[338, SHORT, 1, 2] as const] : []),
    [34_675, BYTE, profile.length, colors],
  ];
  for (const [index, [tag, type, count, value]] of list.entries()) {
    const at = 10 + index * 12;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(count, at + 4);
    head.writeUInt32LE(value, at + 8);
  }
  return Buffer.concat([head, profile, data]);
}
