import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { localHeader } from './zip-records.ts';
import type { ZipEntry } from './zip-records.ts';

type Bytes = AsyncIterable<Buffer> | Iterable<Buffer>;

export interface WrittenEntry extends ZipEntry {
  readonly sha256: string;
}

/**
 * A stretch of a zip on disk, whole entries one after another: nothing of any size is in memory, and the header can be completed when the
 * bytes have passed, so that readers find sizes and checksum in front of them.
 */
export class SegmentFile {
  private end = 0;

  private constructor(
    readonly path: string,
    /** Where it begins in the zip. */
    readonly start: number,
    private readonly at: Date,
    private readonly file: FileHandle,
  ) {}

  static async create(path: string, start: number, at: Date): Promise<SegmentFile> {
    return new SegmentFile(path, start, at, await open(path, 'w'));
  }

  get length(): number {
    return this.end;
  }

  async add(name: string, method: 0 | 8, bytes: Bytes): Promise<WrittenEntry> {
    const headerAt = this.end;
    let [crc, size, stored] = [0, 0, 0];
    const hash = createHash('sha256');
    this.end += localHeader({ name, method, crc, size, stored }, this.at).length;
    const measured = async function* (): AsyncIterable<Buffer> {
      for await (const chunk of bytes) {
        crc = crc32(chunk, crc);
        size += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    };
    const write = async (packed: AsyncIterable<Buffer>): Promise<void> => {
      for await (const chunk of packed) {
        await this.append(chunk);
        stored += chunk.length;
      }
    };
    try {
      await (method === 8 ? pipeline(measured, createDeflateRaw(), write) : pipeline(measured, write));
    } catch (error) {
      this.end = headerAt; // what follows overwrites the part that was written
      throw error;
    }
    await this.writeAt(localHeader({ name, method, crc, size, stored }, this.at), headerAt);
    return { name, method, crc, size, stored, start: this.start + headerAt, sha256: hash.digest('hex') };
  }

  /** Bytes that are no entry: the directory at the end of the zip. */
  async append(bytes: Buffer): Promise<void> {
    await this.writeAt(bytes, this.end);
    this.end += bytes.length;
  }

  /** Nothing follows what was written last. */
  async close(): Promise<void> {
    await this.file.truncate(this.end);
    await this.file.close();
  }

  private async writeAt(bytes: Buffer, position: number): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.file.write(bytes, done, bytes.length - done, position + done);
      done += bytesWritten;
    }
  }
}
