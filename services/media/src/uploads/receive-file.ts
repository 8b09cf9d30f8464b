import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Transform } from 'node:stream';
import busboy from '@fastify/busboy';
import { AppError, MAX_PHOTO_BYTES, uploadMessages } from '@postloom/contracts';
import { SNIFF_BYTES, sniffType } from '../pictures/index.ts';
import type { PhotoType } from '../pictures/index.ts';

export interface ReceivedFile {
  readonly path: string;
  readonly originalName: string;
  readonly type: PhotoType;
  readonly bytes: number;
  readonly sha256: string;
}

const FIELD = 'file';
/** A body that stands still this long is given up (RELIABILITY-SECURITY S27). */
const IDLE_MS = 15_000;
const MAX_NAME = 255;

/**
 * Streams the one file of a multipart body to disk while counting, hashing and looking at its first bytes. Nothing is held
 * in memory; size and type are measured, not believed.
 * @throws AppError validation_failed, unsupported_media_type, payload_too_large, request_timeout
 */
export async function receiveFile(request: IncomingMessage, folder: string): Promise<ReceivedFile> {
  const contentType = request.headers['content-type'] ?? '';
  let parser: ReturnType<typeof busboy.default>;
  try {
    parser = busboy.default({
      headers: { ...request.headers, 'content-type': contentType },
      limits: { files: 1, fields: 20, parts: 25, fieldSize: 10_000, headerPairs: 20, fileSize: MAX_PHOTO_BYTES + 1 },
    });
  } catch (error) {
    throw new AppError('validation_failed', 'The upload is not a proper multipart body.', { cause: error });
  }
  let received: Promise<ReceivedFile> | undefined;
  let tooMany = false;
  parser.on('file', (field, stream, name) => {
    if (field !== FIELD || received) {
      stream.resume();
      return;
    }
    received = receive(stream, cleanName(name), folder);
    received.catch(() => undefined); // awaited below, when the parser is done
  });
  parser.on('filesLimit', () => {
    tooMany = true;
  });
  const idle = watchIdle(request);
  try {
    await pipeline(request, parser);
  } catch (error) {
    throw idle.expired
      ? new AppError('request_timeout')
      : new AppError('validation_failed', 'The upload broke off or is not a proper multipart body.', { cause: error });
  } finally {
    idle.stop();
  }
  if (tooMany) {
    throw new AppError('validation_failed', 'Send one file per upload.');
  }
  if (!received) {
    throw new AppError('validation_failed', 'Send the picture in the field `file`.');
  }
  return received;
}

async function receive(stream: NodeJS.ReadableStream, originalName: string, folder: string): Promise<ReceivedFile> {
  const path = join(folder, 'original');
  const hash = createHash('sha256');
  let bytes = 0;
  let head = Buffer.alloc(0);
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      if (head.length < SNIFF_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES - head.length)]);
      }
      done(null, chunk);
    },
  });
  await pipeline(stream, measure, createWriteStream(path));
  if (bytes > MAX_PHOTO_BYTES) {
    throw new AppError('payload_too_large', uploadMessages.tooLarge(originalName));
  }
  const type = sniffType(head);
  if (!type) {
    throw new AppError('unsupported_media_type', uploadMessages.unsupported(originalName));
  }
  return { path, originalName, type, bytes, sha256: hash.digest('hex') };
}

/** The name as people may see it: no folders, no control characters, never empty. */
export function cleanName(name: string | undefined): string {
  const base = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  const clean = base
    .normalize('NFC')
    .replaceAll(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
  return [...(clean === '' || /^\.+$/.test(clean) ? 'photo' : clean)].slice(0, MAX_NAME).join('');
}

function watchIdle(request: IncomingMessage): { readonly expired: boolean; stop(): void } {
  const state = { expired: false };
  const give = (): void => {
    state.expired = true;
    request.destroy();
  };
  let timer = setTimeout(give, IDLE_MS);
  const onData = (): void => {
    clearTimeout(timer);
    timer = setTimeout(give, IDLE_MS);
  };
  request.on('data', onData);
  return {
    get expired() {
      return state.expired;
    },
    stop: () => {
      clearTimeout(timer);
      request.off('data', onData);
    },
  };
}
