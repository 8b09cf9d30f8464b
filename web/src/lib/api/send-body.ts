/** Milliseconds without a byte that moves after which the connection is taken for lost: a computer slept, or a network went silently. */
const STILL_MS = 60_000;
/** Milliseconds for the answer once all bytes have left: the server may first wait for its turn. */
export const ANSWER_MS = 120_000;

export type BodyOptions = {
  /** Called with the bytes that have left, and all. */
  onBytes(sent: number, all: number): void;
  /** The error where no answer comes. */
  noAnswer(): Error;
  signal?: AbortSignal | undefined;
};

/**
 * Sends the body of an opened request until it is answered, whatever the answer is. XMLHttpRequest, because fetch tells nothing about
 * upload progress.
 */
export function sendBody(
  request: XMLHttpRequest,
  body: FormData | Blob,
  { onBytes, noAnswer, signal }: BodyOptions,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<void>((resolve, reject) => {
    const cancelled = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    const waitFor = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reject(noAnswer());
        request.abort();
      }, ms);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      waitFor(loaded < total ? STILL_MS : ANSWER_MS);
      onBytes(loaded, total);
    };
    request.onerror = () => reject(noAnswer());
    request.onabort = cancelled;
    request.onload = () => resolve();
    if (signal?.aborted) {
      cancelled();
      return;
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    waitFor(STILL_MS);
    request.send(body);
  }).finally(() => clearTimeout(timer));
}
