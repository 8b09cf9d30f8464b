import { describe, expect, it } from '@jest/globals';
import { SNIFF_BYTES, sniffType } from './sniff.ts';

/** The box that AVIF and HEIC files begin with, and some of what follows. */
function file(major: string, compatible: readonly string[], behind = 'meta'): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(16 + 4 * compatible.length);
  return Buffer.concat([size, Buffer.from(`ftyp${major}\0\0\0\0${compatible.join('')}${behind}`, 'latin1')]);
}

describe('the type by the first bytes', () => {
  it.each<[string, readonly string[], string | null]>([
    ['avif', ['avif', 'mif1', 'miaf', 'MA1A'], 'image/avif'],
    ['avis', ['avif', 'avis', 'msf1', 'iso8', 'mif1', 'miaf', 'MA1A'], 'image/avif'],
    ['mif1', ['mif1', 'miaf', 'MA1B', 'avif'], 'image/avif'],
    ['msf1', ['msf1', 'avis'], 'image/avif'],
    ['heic', ['mif1', 'heic', 'miaf'], 'image/heic'],
    ['heix', ['mif1', 'heix'], 'image/heic'],
    ['hevc', ['msf1', 'hevc'], 'image/heic'],
    ['hevx', ['msf1', 'hevx'], 'image/heic'],
    ['mif1', ['mif1', 'heic'], 'image/heic'],
    ['msf1', ['msf1', 'hevc'], 'image/heic'],
    ['mif1', [], 'image/heic'],
    // Layered HEVC, which our decoder does not know.
    ['heim', ['mif1', 'heim'], null],
    ['heis', ['mif1', 'heis'], null],
    // Films with sound, and AV1 in another container.
    ['isom', ['isom', 'av01', 'avif'], null],
    ['mp42', ['mp42'], null],
    ['qt  ', [], null],
    ['jxl ', ['jxl '], null],
  ])('of %s, compatible with %j: %s', (major, compatible, type) => {
    expect(sniffType(file(major, compatible))).toBe(type);
  });

  it('is found among many brands, and not behind them', () => {
    const many = [...Array<string>(20).fill('miaf'), 'avif'];
    expect(sniffType(file('mif1', many).subarray(0, SNIFF_BYTES))).toBe('image/avif');
    expect(sniffType(file('mif1', ['mif1', 'heic'], 'avif'))).toBe('image/heic');
    const endless = [...Array<string>(1_000).fill('miaf'), 'avif'];
    expect(sniffType(file('mif1', endless))).toBe('image/heic');
  });

  it('is none of a file that ends too early', () => {
    const whole = file('mif1', ['avif']);
    expect([0, 2, 4, 8, 11].map((bytes) => sniffType(whole.subarray(0, bytes)))).toEqual(Array(5).fill(null));
    expect(sniffType(whole.subarray(0, 18))).toBe('image/heic'); // its decoder will say that it is damaged
  });
});
