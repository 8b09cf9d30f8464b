import { describe, expect, it } from '@jest/globals';
import { centralHeader, endRecords, localHeader } from './zip-records.ts';
import type { ZipEntry } from './zip-records.ts';

const at = new Date('2026-11-23T12:30:40Z');
const entry = (more: Partial<ZipEntry> = {}): ZipEntry => ({
  ...{ name: 'ä.txt', method: 0, crc: 0x1234_5678, size: 5, stored: 5, start: 0 },
  ...more,
});
const GIGABYTE = 1_073_741_824;

/** The forms that small files never have; foreign readers read the others (`exports.int-spec.ts`). */
describe('the records of a zip', () => {
  it('give the place of an entry behind 4 GB in a zip64 field', () => {
    const near = centralHeader(entry({ start: 4 * GIGABYTE - 2 }), at);
    const far = centralHeader(entry({ start: 5 * GIGABYTE }), at);
    expect([near.readUInt16LE(6), near.readUInt16LE(30), near.readUInt32LE(42)]).toEqual([20, 0, 4 * GIGABYTE - 2]);
    expect([far.readUInt16LE(6), far.readUInt16LE(30), far.readUInt32LE(42)]).toEqual([45, 12, 0xffff_ffff]);
    const extra = far.subarray(46 + Buffer.byteLength('ä.txt'));
    expect([extra.readUInt16LE(0), extra.readUInt16LE(2), extra.readBigUInt64LE(4)]).toEqual([
      1,
      8,
      BigInt(5 * GIGABYTE),
    ]);
    expect(() => localHeader(entry({ size: 4 * GIGABYTE, stored: 4 * GIGABYTE }), at)).toThrow(RangeError);
  });

  it.each([
    ['many entries', { entries: 70_000, start: 1_000, bytes: 500 }],
    ['a late directory', { entries: 10, start: 5 * GIGABYTE, bytes: 500 }],
  ])('end with zip64 records for %s', (_, facts) => {
    const records = endRecords(facts);
    expect(records.length).toBe(56 + 20 + 22);
    expect(records.readUInt32LE(0)).toBe(0x0606_4b50);
    expect(records.readBigUInt64LE(32)).toBe(BigInt(facts.entries));
    expect(records.readBigUInt64LE(48)).toBe(BigInt(facts.start));
    expect(records.readUInt32LE(56)).toBe(0x0706_4b50);
    expect(records.readBigUInt64LE(64)).toBe(BigInt(facts.start + facts.bytes));
    expect(endRecords({ entries: 10, start: 1_000, bytes: 500 }).length).toBe(22);
  });

  it('mark names as UTF-8 and carry the time', () => {
    const header = localHeader(entry(), at);
    expect(header.readUInt16LE(6)).toBe(0x0800);
    expect(header.subarray(30).toString()).toBe('ä.txt');
    const [time, day] = [header.readUInt16LE(10), header.readUInt16LE(12)];
    expect([time >> 11, (time >> 5) & 63, (time & 31) * 2]).toEqual([12, 30, 40]);
    expect([(day >> 9) + 1_980, (day >> 5) & 15, day & 31]).toEqual([2026, 11, 23]);
  });
});
