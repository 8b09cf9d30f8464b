import type { IncomingMessage } from 'node:http';
import busboy from '@fastify/busboy';
import { AppError, MAX_PHOTO_BYTES, uploadMessages } from '@postloom/contracts';
import { cleanName } from '../photos/index.ts';
import { feed } from './feed.ts';
import { measureFile } from './measure-file.ts';
import type { ReceivedFile } from './measure-file.ts';
import { PACE, watchPace } from './watch-pace.ts';

const FIELD = 'file';

/**
 * Streams the one file of a multipart body to disk while counting, hashing and inspecting its first bytes. Nothing is kept in memory; size
 * and type are measured, not believed. The rest of a refused body is read and discarded, because closing the connection at once would
 * discard the answer too.
 * @throws AppError validation_failed, unsupported_media_type, payload_too_large, request_timeout
 */
export async function receiveFile(request: IncomingMessage, folder: string, pace = PACE): Promise<ReceivedFile> {
  const parser = openParser(request);
  const stop = new AbortController();
  const refuse = (error: AppError): void => stop.abort(error);
  let received: Promise<ReceivedFile> | undefined;
  parser.on('file', (field, stream, name) => {
    // A body that ends in the middle of a part fails the part's stream as well.
    stream.on('error', () => undefined);
    stream.once('limit', () => refuse(new AppError('payload_too_large', uploadMessages.tooLarge(cleanName(name)))));
    if (field !== FIELD || received) {
      stream.resume();
      return;
    }
    received = measureFile(stream, cleanName(name), folder, stop.signal);
    received.catch(() => undefined); // awaited below, when the parser is done
  });
  parser.once('filesLimit', () => refuse(new AppError('validation_failed', 'Send one file per upload.')));
  const watch = watchPace(request, pace, () => refuse(new AppError('request_timeout')));
  try {
    await feed(request, parser, stop.signal);
  } catch (error) {
    stop.abort(error);
    await received?.catch(() => undefined); // its file must be closed before the folder goes
    throw error instanceof AppError
      ? error
      : new AppError('validation_failed', 'The upload broke off or is not a proper multipart body.', { cause: error });
  } finally {
    watch.stop();
  }
  if (!received) {
    throw new AppError('validation_failed', 'Send the picture in the field `file`.');
  }
  return received;
}

type Parser = ReturnType<typeof busboy.default>;

/** @throws AppError validation_failed when the header does not announce a multipart body */
function openParser(request: IncomingMessage): Parser {
  try {
    return busboy.default({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: { files: 1, fields: 20, parts: 25, fieldSize: 10_000, headerPairs: 20, fileSize: MAX_PHOTO_BYTES },
    });
  } catch (error) {
    request.resume();
    throw new AppError('validation_failed', 'The upload is not a proper multipart body.', { cause: error });
  }
}
