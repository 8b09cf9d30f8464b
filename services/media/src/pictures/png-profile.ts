import { crc32, deflateSync } from 'node:zlib';

/** The signature and the header, which comes first in every PNG. */
const HEAD_BYTES = 8 + 25;

/** A PNG with the colors of an ICC profile: raw pixels cannot carry one into sharp. */
export function withProfile(png: Buffer, icc: Buffer): Buffer {
  const name = Buffer.from('icc\0\0', 'latin1'); // its name, and "deflate"
  const body = Buffer.concat([Buffer.from('iCCP', 'latin1'), name, deflateSync(icc)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 4);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, HEAD_BYTES), length, body, check, png.subarray(HEAD_BYTES)]);
}
