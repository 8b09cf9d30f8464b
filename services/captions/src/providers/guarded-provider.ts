import { FairQueue } from '@postloom/chassis';
import type { Turn } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen } from 'cockatiel';
import type { CircuitBreakerPolicy } from 'cockatiel';
import { ProviderError } from './provider-error.ts';
import type { ProviderFailure } from './provider-error.ts';
import type { CaptionProvider, ProviderRequest, RawAnswer } from './provider.port.ts';

/** Of the provider as a whole, and not of one picture or one moment. */
const troubles: ReadonlySet<ProviderFailure> = new Set([
  'unavailable',
  'timeout',
  'rate_limited',
  'out_of_credit',
  'no_model',
  'not_authorized',
]);

/** Waiting requests hold no picture, only their place. */
const WAITING = 200;
const WAITING_PER_BUSINESS = 50;

export interface Guards {
  /** Calls at a time; one business has at most a quarter of them. */
  readonly calls: number;
  /** Longest call. */
  readonly timeoutMs: number;
  /** Failures in a row after which the provider is left alone. */
  readonly restAfter: number;
  readonly restSeconds: number;
}

/**
 * A provider that cannot hold up anybody who asks another one: it has turns of its own, and it is left alone for a while when it failed
 * several times in a row. Those who ask meanwhile need not wait for it; then one call tries it again.
 */
export class GuardedProvider implements CaptionProvider {
  readonly id: CaptionProvider['id'];
  readonly model: string;
  readonly timeoutMs: number;
  private readonly breaker: CircuitBreakerPolicy;
  private readonly queue: FairQueue;

  constructor(
    private readonly provider: CaptionProvider,
    { calls, timeoutMs, restAfter, restSeconds }: Guards,
  ) {
    this.id = provider.id;
    this.model = provider.model;
    this.timeoutMs = timeoutMs;
    this.queue = new FairQueue({
      ...{ name: 'captions', slots: calls, slotsPerKey: Math.max(1, Math.floor(calls / 4)) },
      ...{ waiting: WAITING, waitingPerKey: WAITING_PER_BUSINESS },
    });
    const isTrouble = handleWhen((error) => error instanceof ProviderError && troubles.has(error.reason));
    this.breaker = circuitBreaker(isTrouble, {
      halfOpenAfter: restSeconds * 1_000,
      breaker: new ConsecutiveBreaker(restAfter),
    });
  }

  /**
   * Runs the work around a call when the business has its turn at this provider; whatever the work throws is thrown on.
   * @throws ProviderError busy
   */
  async inTurn<T>(businessId: string, work: () => Promise<T>, turn: Turn): Promise<T> {
    let hasBegun = false;
    try {
      return await this.queue.run(
        businessId,
        () => {
          hasBegun = true;
          return work();
        },
        turn,
      );
    } catch (error) {
      const isRefused = !hasBegun && error instanceof AppError && error.code === 'unavailable';
      throw isRefused ? new ProviderError('busy', { cause: error }) : error;
    }
  }

  async generate(request: ProviderRequest): Promise<RawAnswer> {
    // The breaker lets others wait for the call that tries it again: as long as a provider that hangs takes.
    if (this.breaker.state === CircuitState.HalfOpen) {
      throw new ProviderError('resting');
    }
    try {
      return await this.breaker.execute(() => this.provider.generate(request));
    } catch (error) {
      throw error instanceof BrokenCircuitError ? new ProviderError('resting', { cause: error }) : error;
    }
  }
}
