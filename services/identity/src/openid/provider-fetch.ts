import type { HttpClient } from '@postloom/chassis';
import type { CustomFetch } from 'openid-client';

/** Most bytes of a provider's answer: its metadata and keys are some kB, a person's claims with groups may be more. */
const MAX_ANSWER_BYTES = 256 * 1_024;

/** The `fetch` of `openid-client`: our outbound client, with a limit of time for a whole exchange and of bytes for its answer. */
export function providerFetch(http: HttpClient, timeoutMs: number, signal?: AbortSignal): CustomFetch {
  return async (url, { method, headers, body }) => {
    const answer = await http.request({
      url,
      method,
      headers,
      ...(body != null && { body: bodyText(body) }),
      ...(signal && { signal }),
      timeoutMs,
      maxResponseBytes: MAX_ANSWER_BYTES,
      redirect: 'manual',
    });
    // A Response has no body at all with some statuses.
    const hasBody = ![204, 205, 304].includes(answer.status);
    return new Response(hasBody ? answer.text() : null, { status: answer.status, headers: { ...answer.headers } });
  };
}

/** The library sends forms alone. */
function bodyText(body: unknown): string {
  if (body instanceof URLSearchParams || typeof body === 'string') {
    return body.toString();
  }
  throw new TypeError('a request to the provider has a form or no body');
}
