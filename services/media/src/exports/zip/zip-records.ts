/**
 * The records of a zip file (APPNOTE 6.3.10) around the bytes of its entries. Written here and not by a library: none of those for Node can
 * continue in another process what one has begun, because each keeps the directory in memory until the end (ADR 33).
 */
export interface ZipEntry {
  /** Path in the zip, with `/` between folders. */
  readonly name: string;
  /** 0: stored as it is; 8: deflated. */
  readonly method: 0 | 8;
  readonly crc: number;
  readonly size: number;
  /** Bytes that it takes in the zip, without its header. */
  readonly stored: number;
  /** Where its header begins. */
  readonly start: number;
}

/** The largest value of a 32-bit field; it says that the true one is in a zip64 field. */
const FULL_32 = 0xffff_ffff;
const FULL_16 = 0xffff;
const UTF8_NAME = 0x0800;
/** 2.0: folders and deflate; 4.5: zip64. */
const VERSION = 20;
const VERSION_64 = 45;
const UNIX = 3 << 8;
/** A plain file that its owner may write. */
const FILE_MODE = 0o100644;

/** @throws RangeError for an entry of 4 GB: none of ours is, and its header would need another form */
export function localHeader(entry: Omit<ZipEntry, 'start'>, at: Date): Buffer {
  const name = Buffer.from(entry.name);
  if (entry.size >= FULL_32 || entry.stored >= FULL_32) {
    throw new RangeError('an entry of 4 GB or more');
  }
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(VERSION, 4);
  common(header, 6, entry, at);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

export function centralHeader(entry: ZipEntry, at: Date): Buffer {
  const name = Buffer.from(entry.name);
  const isFar = entry.start >= FULL_32;
  const extra = isFar ? Buffer.alloc(12) : Buffer.alloc(0);
  if (isFar) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(entry.start), 4);
  }
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(UNIX | VERSION_64, 4);
  header.writeUInt16LE(isFar ? VERSION_64 : VERSION, 6);
  common(header, 8, entry, at);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(FILE_MODE * 0x1_0000, 38);
  header.writeUInt32LE(Math.min(entry.start, FULL_32), 42);
  return Buffer.concat([header, name, extra]);
}

/** What ends a zip whose directory of `entries` begins at `start`. */
export function endRecords({ entries, start, bytes }: { entries: number; start: number; bytes: number }): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(entries, FULL_16), 8);
  end.writeUInt16LE(Math.min(entries, FULL_16), 10);
  end.writeUInt32LE(Math.min(bytes, FULL_32), 12);
  end.writeUInt32LE(Math.min(start, FULL_32), 16);
  if (entries < FULL_16 && start < FULL_32 && bytes < FULL_32) {
    return end;
  }
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x0606_4b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(UNIX | VERSION_64, 12);
  end64.writeUInt16LE(VERSION_64, 14);
  end64.writeBigUInt64LE(BigInt(entries), 24);
  end64.writeBigUInt64LE(BigInt(entries), 32);
  end64.writeBigUInt64LE(BigInt(bytes), 40);
  end64.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x0706_4b50, 0);
  locator.writeBigUInt64LE(BigInt(start + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}

/** The fields that both headers have in the same order, from the flags on. */
function common(header: Buffer, offset: number, entry: Omit<ZipEntry, 'start'>, at: Date): void {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const day = ((at.getUTCFullYear() - 1_980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  header.writeUInt16LE(UTF8_NAME, offset);
  header.writeUInt16LE(entry.method, offset + 2);
  header.writeUInt16LE(time, offset + 4);
  header.writeUInt16LE(day, offset + 6);
  header.writeUInt32LE(entry.crc, offset + 8);
  header.writeUInt32LE(entry.stored, offset + 12);
  header.writeUInt32LE(entry.size, offset + 16);
}
