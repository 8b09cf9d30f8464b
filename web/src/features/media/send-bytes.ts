import { ApiError, sendBody } from '#lib/api/index.ts';

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

/** PUTs bytes to a signed address and returns their ETag, empty where storage does not show it to pages. */
export async function sendBytes(url: string, bytes: Blob, { onBytes, signal }: SendOptions): Promise<string> {
  const request = new XMLHttpRequest();
  request.open('PUT', url);
  await sendBody(request, bytes, { onBytes, signal, noAnswer: () => refusedBy(0, '') });
  if (request.status < 200 || request.status > 299) {
    throw refusedBy(request.status, request.responseText);
  }
  return request.getResponseHeader('ETag') ?? '';
}
