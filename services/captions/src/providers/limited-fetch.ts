import type { HttpClient } from '@postloom/chassis';
import { OutboundError } from '@postloom/chassis';
import { ProviderError } from './provider.port.ts';

/**
 * Most bytes of a provider's answer, envelope included. `MAX_OUTPUT_TOKENS` are some 4 kB of English and at most about 24 kB of escaped
 * text in any language; a longer answer has ignored our limit and is not read to its end.
 */
export const MAX_ANSWER_BYTES = 64 * 1_024;
/** Above every call's own time limit, which comes as the signal. */
const LONGEST_MS = 60_000;

/**
 * The `fetch` of the providers' SDKs: our outbound client, which closes the connection at an answer longer than `MAX_ANSWER_BYTES`. Accepts
 * what the SDKs send: an address and a text.
 */
export function limitedFetch(http: HttpClient): typeof fetch {
  return async (input, init = {}) => {
    try {
      const answer = await http.request({
        url: input instanceof Request ? input.url : input,
        method: init.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init.headers)),
        ...(typeof init.body === 'string' && { body: init.body }),
        ...(init.signal && { signal: init.signal }),
        timeoutMs: LONGEST_MS,
        maxResponseBytes: MAX_ANSWER_BYTES,
      });
      return new Response(answer.text(), { status: answer.status, headers: { ...answer.headers } });
    } catch (error) {
      throw error instanceof OutboundError && error.kind === 'too_large' ? new ProviderError('too_long') : error;
    }
  };
}
