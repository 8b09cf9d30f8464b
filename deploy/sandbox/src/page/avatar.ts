import { crc32, deflateSync } from 'node:zlib';
import { hashNumber } from '../world/ids.ts';

type Colour = readonly [number, number, number];

const dyes: readonly Colour[] = [
  [43, 76, 140],
  [181, 52, 43],
  [242, 182, 50],
  [46, 107, 72],
  [108, 102, 122],
  [201, 122, 88],
  [96, 142, 156],
  [140, 84, 124],
];

const size = 96;
const cells = 6;

/** A small woven PNG, 96 by 96, derived from the name: the same name gives the same picture. */
export function avatar(name: string): Buffer {
  const seed = hashNumber(name);
  const warp = dye(seed);
  const weft = dye(seed >>> 5, warp);
  const cell = size / cells;
  const rows: Buffer[] = [];
  for (let y = 0; y < size; y += 1) {
    const row = Buffer.alloc(1 + size * 3);
    for (let x = 0; x < size; x += 1) {
      const over = (Math.floor(x / cell) + Math.floor(y / cell) + ((seed >>> 11) & 1)) % 2 === 0;
      const thread = over ? warp : weft;
      const across = over ? (y % cell) / cell : (x % cell) / cell;
      // Darker at the thread's edges, so that it looks round.
      const shade = 1 - 0.45 * Math.abs(across - 0.5) * 2;
      thread.forEach((channel, index) =>
        row.writeUInt8(Math.min(255, Math.round(channel * shade + 18)), 1 + x * 3 + index),
      );
    }
    rows.push(row);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function dye(seed: number, not?: Colour): Colour {
  const choices = dyes.filter((colour) => colour !== not);
  return choices[seed % choices.length] ?? [43, 76, 140];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
