import { ApiError } from '#lib/api/index.ts';

export type SendOptions = {
  /** Called with the bytes that have left. */
  onBytes(sent: number): void;
  signal: AbortSignal;
};

/** Storage did not take the bytes: no answer has status 0. An upload that fails so is tried again, with a new address. */
function refusedBy(status: number, body: string): ApiError {
  return new ApiError({
    status,
    code: 'network',
    message: 'The photo storage did not take the file.',
    requestId: '',
    raw: `${status}: ${body}`,
  });
}

/** PUTs bytes to a signed address and returns their ETag. XMLHttpRequest, because fetch tells nothing about upload progress. */
export function sendBytes(url: string, bytes: Blob, { onBytes, signal }: SendOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.upload.onprogress = ({ loaded }) => onBytes(loaded);
    request.onerror = () => reject(refusedBy(0, ''));
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    request.onload = () => {
      if (request.status < 200 || request.status > 299) {
        reject(refusedBy(request.status, request.responseText));
      } else {
        resolve(request.getResponseHeader('ETag') ?? '');
      }
    };
    if (signal.aborted) {
      reject(new DOMException('The upload was cancelled.', 'AbortError'));
      return;
    }
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(bytes);
  });
}
