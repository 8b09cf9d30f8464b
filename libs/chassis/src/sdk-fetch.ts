import type { Readable } from 'node:stream';
import type { HttpClient } from './http-client.ts';
import { OutboundError } from './outbound-error.ts';
import { readAll } from './read-all.ts';

export interface SdkFetchLimits {
  /** Above every call's own time limit, which comes as the signal. */
  readonly longestMs: number;
  /** The connection is closed at a longer answer. */
  readonly mostBytes: number;
  /** The same for an answer that comes as events, each of which has an envelope of its own. Default: `mostBytes`. */
  readonly mostStreamedBytes?: number;
}

/**
 * The `fetch` of a vendor's SDK: our outbound client with its guards. Accepts what SDKs send: an address and a text. An answer of events
 * is handed on while it comes, every other one when it is whole.
 * @throws {OutboundError}
 */
export function sdkFetch(
  http: HttpClient,
  { longestMs, mostBytes, mostStreamedBytes = mostBytes }: SdkFetchLimits,
): typeof fetch {
  return async (input, init = {}) => {
    const request = {
      url: input instanceof Request ? input.url : input,
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      // Encoded once: a picture is in it, and a text is encoded to be measured and again to be written.
      ...(typeof init.body === 'string' && { body: Buffer.from(init.body) }),
      ...(init.signal && { signal: init.signal }),
      timeoutMs: longestMs,
      maxResponseBytes: mostBytes,
    };
    const deadline = performance.now() + longestMs;
    const { status, headers, body } = await http.requestStream(request);
    const head = { status, headers: { ...headers } };
    if (headers['content-type']?.startsWith('text/event-stream') === true) {
      return new Response(ReadableStream.from(atMost(body, mostStreamedBytes)), head);
    }
    return new Response((await readAll(body, request, deadline)).toString('utf8'), head);
  };
}

async function* atMost(body: Readable, mostBytes: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of body) {
    const bytes = chunk as Buffer;
    length += bytes.length;
    if (length > mostBytes) {
      throw new OutboundError('too_large', true, `an answer of events has more than ${mostBytes} bytes`);
    }
    yield bytes;
  }
}
