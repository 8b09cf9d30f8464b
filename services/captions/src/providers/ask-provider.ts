import { ProviderError } from './provider.port.ts';
import type { CaptionProvider, ProviderRequest, RawCaption } from './provider.port.ts';

/** A second try must have at least this much time left. */
const SECOND_TRY_MS = 5_000;

/**
 * The provider's answer within the request's time, whatever its SDK is doing at that moment. Repeated once when the provider was not
 * reached or failed early; never when it refused, was too slow or reported a rate limit. @throws ProviderError
 */
export async function askProvider(provider: CaptionProvider, request: ProviderRequest): Promise<RawCaption> {
  const end = AbortSignal.timeout(request.timeoutMs);
  const started = performance.now();
  const limited = { ...request, signal: AbortSignal.any([request.signal, end]) };
  try {
    return await orTimeout(provider.generate(limited), limited.signal);
  } catch (error) {
    const leftMs = Math.floor(request.timeoutMs - (performance.now() - started));
    if (!(error instanceof ProviderError) || error.reason !== 'unavailable' || leftMs < SECOND_TRY_MS) {
      throw error;
    }
    return await orTimeout(provider.generate({ ...limited, timeoutMs: leftMs }), limited.signal);
  }
}

function orTimeout<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = Promise.withResolvers<never>();
  const onAbort = (): void => over.reject(new ProviderError('timeout', { cause: signal.reason }));
  if (signal.aborted) {
    onAbort();
  }
  signal.addEventListener('abort', onAbort, { once: true });
  return Promise.race([answer, over.promise]).finally(() => signal.removeEventListener('abort', onAbort));
}
