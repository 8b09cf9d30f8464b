import { sdkFetch } from '@postloom/chassis';
import type { HttpClient } from '@postloom/chassis';

/**
 * Most bytes of a provider's answer, envelope included. The 2,000 tokens of the longest shape are some 8 kB of English and at most about 48 kB of
 * escaped text in any language; a longer answer has ignored our limit and is not read to its end.
 */
export const MAX_ANSWER_BYTES = 64 * 1_024;
/** The same streamed, where each token comes in an envelope of some 300 bytes; the texts themselves are counted by the adapters. */
const MAX_STREAMED_BYTES = 2 * 1_024 * 1_024;
const LONGEST_MS = 60_000;

/** The `fetch` of the providers' SDKs, which closes the connection at an answer longer than that. */
export function limitedFetch(http: HttpClient): typeof fetch {
  return sdkFetch(http, {
    longestMs: LONGEST_MS,
    mostBytes: MAX_ANSWER_BYTES,
    mostStreamedBytes: MAX_STREAMED_BYTES,
  });
}
