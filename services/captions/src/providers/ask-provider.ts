import { metrics } from '../metrics.ts';
import { endOf, ProviderError } from './provider-error.ts';
import type { CaptionProvider, ProviderRequest, RawAnswer } from './provider.port.ts';

/** A second try must have at least this much time left. */
const SECOND_TRY_MS = 5_000;

/**
 * The provider's answer within the request's time, whatever its SDK is doing at that moment. Repeated once when the provider was not
 * reached or failed early; never when it refused, was too slow, reported a rate limit or said that another try would fail as well. @throws ProviderError
 */
export async function askProvider(provider: CaptionProvider, request: ProviderRequest): Promise<RawAnswer> {
  const end = AbortSignal.timeout(request.timeoutMs);
  const started = performance.now();
  const limited = { ...request, signal: AbortSignal.any([request.signal, end]) };
  try {
    return await timed(provider, limited);
  } catch (error) {
    const leftMs = Math.floor(request.timeoutMs - (performance.now() - started));
    const mayHelp = error instanceof ProviderError && error.reason === 'unavailable' && !error.isFinal;
    if (!mayHelp || leftMs < SECOND_TRY_MS) {
      throw error;
    }
    return await timed(provider, { ...limited, timeoutMs: leftMs });
  }
}

async function timed(provider: CaptionProvider, request: ProviderRequest): Promise<RawAnswer> {
  const started = performance.now();
  let outcome = 'failed';
  try {
    const answer = await orTimeout(provider.generate(request), request.signal);
    outcome = 'done';
    return answer;
  } catch (error) {
    outcome = error instanceof ProviderError ? error.reason : outcome;
    throw error;
  } finally {
    metrics.providerCallSeconds.observe((performance.now() - started) / 1_000, { provider: provider.id, outcome });
  }
}

function orTimeout<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = Promise.withResolvers<never>();
  const onAbort = (): void => over.reject(new ProviderError(endOf(signal), { cause: signal.reason }));
  if (signal.aborted) {
    onAbort();
  }
  signal.addEventListener('abort', onAbort, { once: true });
  return Promise.race([answer, over.promise]).finally(() => signal.removeEventListener('abort', onAbort));
}
