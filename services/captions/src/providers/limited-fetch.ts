import { ProviderError } from './provider.port.ts';

/**
 * Most bytes of a provider's answer, envelope included. `MAX_OUTPUT_TOKENS` are some 4 kB of English and at most about
 * 24 kB of escaped text in any language; what is longer ignored our limit and is not read to its end.
 */
export const MAX_ANSWER_BYTES = 64 * 1_024;

/**
 * `fetch` for the providers' SDKs that reads at most `MAX_ANSWER_BYTES` of a body (after decompression) and then hangs up.
 * @throws ProviderError too_long
 */
export async function limitedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) {
      throw new ProviderError('too_long'); // leaving the loop cancels the body and closes the connection
    }
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  return new Response(bytes === 0 ? null : Buffer.concat(chunks, bytes), { status, statusText, headers });
}
