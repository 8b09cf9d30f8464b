import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';

/** Opens a range of the zip, `to` exclusive. */
export type OpenRange = (from: number, to: number) => AsyncIterable<Buffer>;

/** What is read ahead: the directory of a zip is read in pieces of fifty bytes, and each request to storage takes its time. */
const BLOCK = 1_048_576;

/** A zip that lies in storage, for yauzl. */
export class RangeReader extends RandomAccessReader {
  private block = { from: 0, bytes: Buffer.alloc(0) };

  constructor(
    private readonly open: OpenRange,
    private readonly size: number,
  ) {
    super();
  }

  override _readStreamForRange(from: number, to: number): Readable {
    return Readable.from(this.open(from, to), { objectMode: false });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.bytes(position, length).then(
      (bytes) => callback(null, bytes.copy(buffer, offset)),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    );
  }

  private async bytes(position: number, length: number): Promise<Buffer> {
    const { from, bytes } = this.block;
    if (position < from || position + length > from + bytes.length) {
      const chunks: Buffer[] = [];
      for await (const chunk of this.open(position, Math.min(this.size, position + Math.max(length, BLOCK)))) {
        chunks.push(chunk);
      }
      this.block = { from: position, bytes: Buffer.concat(chunks) };
    }
    const start = position - this.block.from;
    return this.block.bytes.subarray(start, start + length);
  }
}
