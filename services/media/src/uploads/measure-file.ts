import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, MAX_PHOTO_BYTES, uploadMessages } from '@postloom/contracts';
import { SNIFF_BYTES, sniffType } from '../pictures/index.ts';
import type { PhotoType } from '../pictures/index.ts';

/** A file as it was measured; nothing in it is what the sender said. */
export interface ReceivedFile {
  readonly path: string;
  readonly originalName: string;
  readonly type: PhotoType;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Streams a file to disk while counting, hashing and inspecting its first bytes. Nothing is kept in memory.
 * @throws AppError unsupported_media_type, payload_too_large
 */
export async function measureFile(
  stream: NodeJS.ReadableStream,
  originalName: string,
  folder: string,
  signal?: AbortSignal,
): Promise<ReceivedFile> {
  const path = join(folder, 'original');
  const hash = createHash('sha256');
  let bytes = 0;
  let head = Buffer.alloc(0);
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > MAX_PHOTO_BYTES) {
        done(new AppError('payload_too_large', uploadMessages.tooLarge(originalName)));
        return;
      }
      hash.update(chunk);
      if (head.length < SNIFF_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES - head.length)]);
      }
      done(null, chunk);
    },
  });
  await pipeline(stream, measure, createWriteStream(path), signal ? { signal } : {});
  const type = sniffType(head);
  if (!type) {
    throw new AppError('unsupported_media_type', uploadMessages.unsupported(originalName));
  }
  return { path, originalName, type, bytes, sha256: hash.digest('hex') };
}
