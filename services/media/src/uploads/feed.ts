import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';

/**
 * Feeds a body to `taker` until it ends, breaks off or `signal` aborts; then the rest is read and discarded. Not `pipeline`: that would
 * destroy the request, and with it the connection that must carry the refusal.
 */
export function feed(request: IncomingMessage, taker: Writable, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', onStop);
      request.unpipe(taker);
      request.resume();
      settle();
    };
    const fail = (error: unknown): void => end(() => reject(error instanceof Error ? error : new Error(String(error))));
    const onStop = (): void => fail(signal.reason);
    signal.addEventListener('abort', onStop, { once: true });
    request.on('error', fail);
    const onClose = (): void => {
      if (!request.complete) {
        fail(new Error('the connection closed before the body was complete'));
      }
    };
    request.once('close', onClose);
    if (request.destroyed) {
      onClose(); // already closed: no event will follow
    }
    taker.on('error', fail);
    taker.once('finish', () => end(resolve));
    request.pipe(taker);
  });
}
