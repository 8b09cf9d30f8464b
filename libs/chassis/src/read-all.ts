import type { Readable } from 'node:stream';
import type { OutboundRequest } from './http-client.ts';
import { OutboundError, outboundError } from './outbound-error.ts';

const DEFAULT_MAX_BYTES = 10 * 1024 * 1024;

/** The whole body; closes it at the request's limit and at the deadline. @throws {OutboundError} */
export async function readAll(
  body: Readable,
  request: Pick<OutboundRequest, 'url' | 'timeoutMs' | 'maxResponseBytes'>,
  deadline: number,
): Promise<Buffer> {
  const limit = request.maxResponseBytes ?? DEFAULT_MAX_BYTES;
  const host = new URL(request.url).hostname;
  const chunks: Buffer[] = [];
  let length = 0;
  const timer = setTimeout(
    () => body.destroy(new OutboundError('timeout', true, `${host} did not finish within ${request.timeoutMs} ms`)),
    Math.max(1, deadline - performance.now()),
  );
  try {
    for await (const chunk of body) {
      const piece = chunk as Buffer;
      length += piece.length;
      if (length > limit) {
        throw new OutboundError('too_large', true, `${host} answered with more than ${limit} bytes`);
      }
      chunks.push(piece);
    }
  } catch (error) {
    throw error instanceof OutboundError ? error : outboundError(error, true, host);
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
  return Buffer.concat(chunks, length);
}
