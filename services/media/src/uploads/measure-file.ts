import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { spend } from '@postloom/chassis';
import { AppError, MAX_PHOTO_BYTES, uploadMessages } from '@postloom/contracts';
import { SNIFF_BYTES, sniffType } from '../pictures/index.ts';
import type { PhotoType } from '../pictures/index.ts';

/** What is written to disk at once, always from the same memory: bodies arrive in a quarter of it. */
const PIECE_BYTES = 256 * 1024;

/** A file as it was measured; nothing in it is what the sender said. */
export interface ReceivedFile {
  readonly path: string;
  readonly originalName: string;
  readonly type: PhotoType;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Streams a file to disk while counting, hashing and inspecting its first bytes. Nothing is kept in memory, and the pieces of the stream are
 * spent: nobody else may hold them.
 * @throws AppError unsupported_media_type, payload_too_large
 */
export async function measureFile(
  stream: NodeJS.ReadableStream,
  originalName: string,
  folder: string,
  signal?: AbortSignal,
): Promise<ReceivedFile> {
  const path = join(folder, 'original');
  const file = new MeasuredFile(path, originalName);
  await pipeline(stream, file, signal ? { signal } : {});
  const type = sniffType(file.head);
  if (!type) {
    throw new AppError('unsupported_media_type', uploadMessages.unsupported(originalName));
  }
  return { path, originalName, type, bytes: file.bytes, sha256: file.hash.digest('hex') };
}

/** The file while it arrives. */
class MeasuredFile extends Writable {
  readonly hash = createHash('sha256');
  head = Buffer.alloc(0);
  bytes = 0;
  private readonly opened: Promise<FileHandle>;
  private readonly piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  private held = 0;

  constructor(
    path: string,
    private readonly originalName: string,
  ) {
    super();
    this.opened = open(path, 'w');
  }

  override _construct(done: (error?: Error | null) => void): void {
    this.opened.then(() => done(), done);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.bytes += chunk.length;
    if (this.bytes > MAX_PHOTO_BYTES) {
      done(new AppError('payload_too_large', uploadMessages.tooLarge(this.originalName)));
      return;
    }
    this.hash.update(chunk);
    if (this.head.length < SNIFF_BYTES) {
      this.head = Buffer.concat([this.head, chunk.subarray(0, SNIFF_BYTES - this.head.length)]);
    }
    this.take(chunk).then(() => done(), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.flush().then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.opened
      .then((file) => file.close())
      .then(
        () => done(error),
        (failure: Error) => done(error ?? failure),
      );
  }

  private async take(chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      const copied = chunk.copy(this.piece, this.held, at);
      at += copied;
      this.held += copied;
      if (this.held === PIECE_BYTES) {
        await this.flush();
      }
    }
    spend(chunk);
  }

  private async flush(): Promise<void> {
    const file = await this.opened;
    for (let at = 0; at < this.held;) {
      at += (await file.write(this.piece, at, this.held - at)).bytesWritten;
    }
    this.held = 0;
  }
}
