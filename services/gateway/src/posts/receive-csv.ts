import { isUtf8 } from 'node:buffer';
import busboy from '@fastify/busboy';
import { AppError, importLimits } from '@postloom/contracts';
import type { GatewayRequest } from '../http/index.ts';

const FIELD = 'file';
/** A small file has arrived within this time, or its sender is gone. In milliseconds. */
const LONGEST_MS = 30_000;
/** The text travels on as one message, in which quotes and line breaks take two characters each. */
const MOST_JSON_BYTES = 1_000_000;

const messages = {
  noFile: 'Send the CSV file as multipart/form-data in the field `file`.',
  unreadable: 'The upload is not a proper multipart body.',
  tooLarge: 'Please use a CSV file of at most 500 kB.',
  late: 'The file did not arrive in time. Please try again.',
} as const;

/**
 * The file of a multipart body as text; at most 500 kB of it are kept. The request itself is never destroyed, because its connection must
 * carry the refusal.
 * @throws AppError unsupported_media_type, validation_failed, payload_too_large, request_timeout
 */
export async function receiveCsv(request: GatewayRequest): Promise<string> {
  if (!(request.headers['content-type'] ?? '').startsWith('multipart/form-data')) {
    request.raw.resume();
    throw new AppError('unsupported_media_type', messages.noFile);
  }
  const text = decode(await fileOf(request));
  if (Buffer.byteLength(JSON.stringify(text)) > MOST_JSON_BYTES) {
    throw new AppError('payload_too_large', messages.tooLarge);
  }
  return text;
}

function fileOf(request: GatewayRequest): Promise<Buffer> {
  const { raw } = request;
  return new Promise((resolve, reject) => {
    const parser = openParser(request);
    const chunks: Buffer[] = [];
    let seen = false;
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      raw.off('close', onClose);
      raw.unpipe(parser);
      raw.resume();
      settle();
    };
    const fail = (error: AppError): void => end(() => reject(error));
    const broken = (): void => fail(new AppError('validation_failed', messages.unreadable));
    const onClose = (): void => {
      if (!raw.complete) {
        broken();
      }
    };
    const timer = setTimeout(() => fail(new AppError('request_timeout', messages.late)), LONGEST_MS);
    parser.on('file', (field, stream) => {
      stream.on('error', broken);
      if (field !== FIELD || seen) {
        stream.resume();
        return;
      }
      seen = true;
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('limit', () => fail(new AppError('payload_too_large', messages.tooLarge)));
    });
    parser.once('filesLimit', () => fail(new AppError('validation_failed', messages.noFile)));
    parser.once('error', broken);
    parser.once('finish', () => {
      if (seen) {
        end(() => resolve(Buffer.concat(chunks)));
      } else {
        fail(
          new AppError('validation_failed', messages.noFile, { details: [{ path: FIELD, message: messages.noFile }] }),
        );
      }
    });
    raw.once('close', onClose);
    raw.pipe(parser);
  });
}

function openParser(request: GatewayRequest): ReturnType<typeof busboy.default> {
  try {
    return busboy.default({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: { files: 1, fields: 20, parts: 25, fieldSize: 10_000, headerPairs: 20, fileSize: importLimits.bytes },
    });
  } catch (error) {
    request.raw.resume();
    throw new AppError('validation_failed', messages.unreadable, { cause: error });
  }
}

/** UTF-8; UTF-16 with a byte order mark; otherwise Windows-1252, which spreadsheets on Windows write. */
function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return new TextDecoder('utf-16le').decode(bytes);
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return new TextDecoder('utf-16be').decode(bytes);
  }
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
}
