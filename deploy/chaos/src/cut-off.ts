import { request as begin } from 'node:http';
import { text } from 'node:stream/consumers';
import { NotTaken } from './upload-failure.ts';

export interface Upload {
  /** Whose address it is: whose answer it may get. */
  readonly to: NotTaken['by'];
  readonly url: string;
  readonly method: 'PUT' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer<ArrayBuffer>;
}

/** A side that never answers, or takes no more bytes, is given up, as Uppy does. */
export const PATIENCE_MS = 15_000;
/** In front of the gateway stands the web server, which takes bytes also when nobody is behind it, and then says so at once. */
const MOMENT_MS = 100;

/**
 * Sends the first bytes of a body that was announced in full, and hangs up a moment later. It was cut only when those bytes have left on
 * an open connection that still is, and that nobody has answered on: what breaks or is answered before that was not cut, and is thrown.
 * @throws {NotTaken}, and what a broken connection throws
 */
export function cutOff({ to, url, method, headers, bytes }: Upload, share: number): Promise<null> {
  return new Promise((resolve, reject) => {
    const request = begin(url, {
      ...{ method, agent: false, signal: AbortSignal.timeout(PATIENCE_MS) },
      headers: { ...headers, 'content-length': bytes.length },
    });
    let isAnswered = false;
    request.once('response', (answer) => {
      isAnswered = true;
      const refuse = (body: string): void =>
        reject(new NotTaken(to, { status: answer.statusCode ?? 0, body: read(body) }));
      void text(answer)
        .then(refuse, reject)
        .finally(() => request.destroy());
    });
    request.on('error', reject);
    const cut = (): void => {
      if (!isAnswered && !request.destroyed) {
        request.off('error', reject).on('error', () => undefined); // that nobody answered before it was cut
        request.once('close', () => resolve(null)).destroy();
      }
    };
    request.write(bytes.subarray(0, Math.max(1, Math.floor(bytes.length * share))), (error) => {
      if (!error && request.socket?.connecting === false) {
        setTimeout(cut, MOMENT_MS);
      }
    });
  });
}

function read(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body; // of storage, or of nobody who keeps the contract
  }
}
