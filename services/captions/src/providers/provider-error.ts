import { OutboundError } from '@postloom/chassis';
import { CallerLeft } from '@postloom/messaging';

/** Why a provider gave no caption; for logs and metrics, people read the contract's sentence. */
export type ProviderFailure =
  | 'refused'
  | 'garbage'
  /** The answer ends in the middle: the model reached the most tokens of its shape. */
  | 'cut_off'
  /** More bytes than any answer within the most tokens of its shape. */
  | 'too_long'
  /** The picture has more bytes than the provider takes. */
  | 'too_large'
  /** The answer repeats our instructions or contains one of our keys. */
  | 'leaked'
  /** Twice the words of the caption that was to be replaced. */
  | 'repeated'
  | 'rate_limited'
  /** The account at the provider is empty or at its limit of spending: nothing helps but paying. */
  | 'out_of_credit'
  /** The model of the settings is not there, or not for our key. */
  | 'no_model'
  | 'not_authorized'
  | 'unavailable'
  | 'timeout'
  /** Nobody waits for the caption any more. */
  | 'cancelled'
  /** Not asked: it failed too often in a row. */
  | 'resting'
  /** Not asked: as many calls as are allowed run, and too many wait. The cause is what the person reads. */
  | 'busy';

/** The provider returned nothing usable. */
export class ProviderError extends Error {
  readonly reason: ProviderFailure;
  /** When the provider says when to come back. */
  readonly retryAfterSeconds: number | undefined;
  /** The provider said that the same request would fail again. */
  readonly isFinal: boolean;

  constructor(
    reason: ProviderFailure,
    options?: { cause: unknown; retryAfterSeconds?: number | undefined; isFinal?: boolean },
  ) {
    super(`the AI provider gave no caption: ${reason}`, options);
    this.name = 'ProviderError';
    this.reason = reason;
    this.retryAfterSeconds = options?.retryAfterSeconds;
    this.isFinal = options?.isFinal ?? false;
  }
}

/** What the SDKs' errors have in common: an HTTP status when there was an answer, and none otherwise. */
interface SdkError {
  readonly status?: unknown;
  readonly message?: unknown;
  readonly headers?: unknown;
  /** OpenAI: the `error` of the body, at xAI a string; Anthropic: the whole body. */
  readonly error?: unknown;
}

/** Longest wait that is passed on. */
const LONGEST_WAIT_SECONDS = 3_600;

/** Why a call ended whose signal was aborted: its time was up, unless somebody ended it. */
export function endOf(signal: AbortSignal): ProviderFailure {
  const { reason } = signal as { reason: unknown };
  const isEnded = reason instanceof CallerLeft || (reason instanceof DOMException && reason.name === 'AbortError');
  return isEnded ? 'cancelled' : 'timeout';
}

/** The `signal` is the call's own. */
export function toProviderError(error: unknown, signal: AbortSignal): ProviderError {
  // An SDK wraps what its fetch throws, and not all of its own errors have a name.
  for (let known = error; known instanceof Error; known = known.cause) {
    if (known instanceof ProviderError) {
      return known;
    }
    if (signal.aborted || (known instanceof OutboundError && known.kind === 'timeout')) {
      return new ProviderError(endOf(signal), { cause: error });
    }
    if (known instanceof OutboundError && known.kind === 'too_large') {
      return new ProviderError('too_long', { cause: error });
    }
  }
  const { status, headers } = error as SdkError;
  if (typeof status === 'number') {
    const reason = reasonOf(status, wordsOf(error as SdkError));
    const isFinal = headers instanceof Headers && headers.get('x-should-retry') === 'false';
    return new ProviderError(reason, { cause: error, retryAfterSeconds: retryAfter(headers), isFinal });
  }
  return new ProviderError('unavailable', { cause: error });
}

/** The three providers mean different things by the same status, so their words count as well. */
function reasonOf(status: number, words: string): ProviderFailure {
  if (status === 402 || (status < 500 && /insufficient_quota|spend_limit|credit/u.test(words))) {
    return 'out_of_credit';
  }
  // OpenAI calls a request too large as well that is over the tokens of a minute.
  if (status === 413 || (status !== 429 && /image_too_large|exceeds \d+ ?mb|too large/u.test(words))) {
    return 'too_large';
  }
  switch (status) {
    case 429:
      return 'rate_limited';
    case 401:
    case 403:
      return 'not_authorized';
    case 404:
      return 'no_model';
    case 408:
    case 409:
      return 'unavailable';
    default:
      // xAI answers 400 to a wrong key.
      return status >= 500 ? 'unavailable' : /incorrect api key/u.test(words) ? 'not_authorized' : 'refused';
  }
}

/** The error's codes and message in lower case. */
function wordsOf({ message, error }: SdkError): string {
  return `${String(message)} ${JSON.stringify(error ?? '')}`.slice(0, 4_000).toLowerCase();
}

function retryAfter(headers: unknown): number | undefined {
  if (!(headers instanceof Headers)) {
    return undefined;
  }
  const milliseconds = Number(headers.get('retry-after-ms') ?? Number.NaN);
  const seconds = Number.isNaN(milliseconds) ? Number(headers.get('retry-after') ?? Number.NaN) : milliseconds / 1_000;
  return seconds > 0 ? Math.min(Math.ceil(seconds), LONGEST_WAIT_SECONDS) : undefined;
}
