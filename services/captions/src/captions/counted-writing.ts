import { Inject, Injectable } from '@nestjs/common';
import { Clock, CONFIG, Logger, Random } from '@postloom/chassis';
import { AppError, captionsEvents } from '@postloom/contracts';
import type { AiProvider, CaptionStyle } from '@postloom/contracts';
import { CallerLeft } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Quotas, Scope, Throttles, Tombstones, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { businessOf } from '../access.ts';
import type { CaptionsConfig } from '../config.ts';
import { metrics } from '../metrics.ts';
import { nothingUsed, ProviderError, Providers, together } from '../providers/index.ts';
import type { Usage } from '../providers/index.ts';
import { SettingsRepository } from '../settings/index.ts';
import type { Asking } from './ask-in-turn.ts';
import { GenerationsRepository } from './generations.repository.ts';
import type { GenerationKind } from './generations.repository.ts';
import { PROMPT_VERSION } from './prompt.ts';

/** By whom a text was written. */
export interface Signed {
  readonly provider: AiProvider;
  readonly insteadOf?: AiProvider | undefined;
}

/** A text that one provider writes and that counts as one caption. */
export interface Job<A extends Signed> {
  readonly kind: GenerationKind;
  readonly photoId: string | null;
  /** Of a caption or the text that is changed; other texts have none. */
  readonly style: CaptionStyle | null;
  /** The same request has the same. */
  readonly hash: string;
  write(asking: Asking): Promise<A>;
}

interface Started {
  readonly id: string;
  readonly businessId: string;
  readonly payerId: string;
  readonly chosen: AiProvider;
  /** Whom to ask, one after the other: the chosen one, and the others where the business allows it. */
  readonly order: readonly AiProvider[];
}

const RESERVATION_SECONDS = 60;

/** What the person reads when nothing was written; of a caption it is the contract's own sentence. */
const failures: Readonly<Record<GenerationKind, string | undefined>> = {
  caption: undefined,
  change: 'Failed to change the text. Please try again.',
  preview: 'Failed to write the samples. Please try again.',
  alt_text: 'Failed to describe the photo. Please try again.',
};

/** Of the time that is left, what is kept for giving the reservation back and for the way of the answer. */
const REPLY_MS = 1_500;

const CROWD_PAUSE_MS = 100;

/** With less time left no other provider is asked: a healthy one could not answer, and would seem to be in trouble. */
const LEAST_MS = 5_000;

/**
 * Reserves one, calls the provider, settles: a failure or a crash releases the reservation, so only delivered texts are counted. Another
 * provider is asked only where the business allows it, and the answer says so.
 */
@Injectable()
export class CountedWriting {
  constructor(
    private readonly uow: Uow,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: CaptionsConfig,
    private readonly providers: Providers,
    private readonly settings: SettingsRepository,
    private readonly generations: GenerationsRepository,
    private readonly erased: Tombstones,
    private readonly throttles: Throttles,
  ) {}

  /** @throws AppError forbidden, no_business, not_found, upgrade_required, rate_limited, caption_failed and what the job throws */
  async execute<A extends Signed>(job: Job<A>, context: RpcContext): Promise<A> {
    const start = await this.uow.run(Scope.business(businessOf(context)), (tx) => this.start(tx, job, context));
    if ('answer' in start) {
      return start.answer;
    }
    const startedMs = this.clock.monotonicMs();
    let outcome = 'failed';
    let provider = start.chosen;
    let usage = nothingUsed;
    const used = (more: Usage): void => {
      usage = together(usage, more);
    };
    try {
      const answer = await this.ask(start, job, context, used);
      await this.keep(start, job, answer, usage, context);
      outcome = 'done';
      provider = answer.provider;
      return answer;
    } catch (caught) {
      const error = hasLeft(context) ? new ProviderError('cancelled', { cause: caught }) : caught;
      await this.uow.run(Scope.business(start.businessId), (tx) => this.release(tx, start, error, usage));
      if (error instanceof ProviderError) {
        outcome = error.reason;
        this.logger[outcome === 'cancelled' ? 'debug' : 'warn']('caption failed', {
          provider,
          kind: job.kind,
          prompt: PROMPT_VERSION,
          reason: error.reason,
          error,
        });
        throw refusalOf(error, failures[job.kind]);
      }
      throw error;
    } finally {
      metrics.generationSeconds.observe((this.clock.monotonicMs() - startedMs) / 1_000, {
        provider,
        outcome,
      });
    }
  }

  /** The stored answer of the same key, or a new generation with its reservation. */
  private async start<A extends Signed>(
    tx: Tx,
    job: Job<A>,
    context: RpcContext,
  ): Promise<Started | { readonly answer: A }> {
    const businessId = businessOf(context);
    const { userId, payerId, idempotencyKey } = context;
    if (userId === null || payerId === null || context.role === 'viewer') {
      throw new AppError('forbidden');
    }
    const { hash } = job;
    // What is sent together takes one way to the database and back; it is answered in this order.
    const [, answer, choice] = await Promise.all([
      this.erased.refuseErased(tx, businessId),
      idempotencyKey === null ? null : this.earlier<A>(tx, { businessId, userId, key: idempotencyKey, hash }),
      this.settings.choice(tx, businessId),
    ]);
    if (answer) {
      return { answer };
    }
    const { limitCaptions: limit } = this.config;
    await this.throttles.take(tx, [{ name: 'limitCaptions', limit, subject: [userId] }], 'captions in a short time');
    const chosen = choice.provider ?? this.providers.first();
    const others = choice.failover ? this.providers.order(chosen) : [];
    const order = others.length > 0 ? others : [this.providers.get(chosen).id];
    const id = this.random.uuidv7();
    const charge = { payerId, metric: 'captions', amount: 1 } as const;
    const insert = async (): Promise<void> => {
      const isFirst = await this.generations.insert(tx, {
        ...{ id, businessId, userId, provider: chosen, idempotencyKey },
        ...{ kind: job.kind, photoId: job.photoId, style: job.style, bodyHash: hash },
        promptVersion: PROMPT_VERSION,
      });
      if (!isFirst) {
        throw stillRunning();
      }
    };
    await Promise.all([insert(), this.quotas.reserve(tx, { ...charge, id, expiresInSeconds: RESERVATION_SECONDS })]);
    return { id, businessId, payerId, chosen, order };
  }

  /** The answer previously given for this key. @throws AppError idempotency_mismatch, conflict while the first call is still running */
  private async earlier<A extends Signed>(
    tx: Tx,
    { businessId, userId, key, hash }: { businessId: string; userId: string; key: string; hash: string },
  ): Promise<A | null> {
    const [, known] = await Promise.all([
      this.generations.forgetOldKey(tx, businessId, userId, key),
      this.generations.byKey<A>(tx, businessId, userId, key),
    ]);
    if (!known) {
      return null;
    }
    if (known.bodyHash !== hash) {
      throw new AppError('idempotency_mismatch');
    }
    if (known.answer) {
      return known.answer;
    }
    if (!known.abandoned) {
      throw stillRunning();
    }
    await this.generations.failAbandoned(tx, businessId, userId, key);
    return null;
  }

  private async ask<A extends Signed>(
    start: Started,
    job: Job<A>,
    context: RpcContext,
    used: (usage: Usage) => void,
  ): Promise<A> {
    const { signal } = context;
    const { businessId, chosen, order } = start;
    for (const [index, id] of order.entries()) {
      const isLast = index === order.length - 1;
      const provider = this.providers.get(id);
      // Half of the time that is left, while there is somebody else to ask.
      const timeoutMs = () =>
        Math.floor(
          Math.max(1_000, Math.min(provider.timeoutMs, (context.remainingMs() - REPLY_MS) / (isLast ? 1 : 2))),
        );
      try {
        const answer = await job.write({ businessId, provider, signal, used, timeoutMs });
        return id === chosen ? answer : { ...answer, insteadOf: chosen };
      } catch (error) {
        if (!(error instanceof ProviderError) || isLast || signal.aborted || context.remainingMs() < LEAST_MS) {
          throw error;
        }
        this.logger.warn('No caption, the next provider is asked', { provider: id, reason: error.reason, error });
      }
    }
    throw new AppError('provider_not_configured');
  }

  /**
   * What was written is paid for and somebody waits for it: a crowd at the database costs them time, not the text. Nothing is kept for
   * somebody who has left.
   */
  private async keep<A extends Signed>(
    start: Started,
    job: Job<A>,
    answer: A,
    usage: Usage,
    context: RpcContext,
  ): Promise<void> {
    for (;;) {
      try {
        await this.uow.run(Scope.business(start.businessId), (tx) => {
          if (hasLeft(context)) {
            throw new CallerLeft();
          }
          return this.settle(tx, start, job, answer, usage);
        });
        return;
      } catch (error) {
        const isCrowded = error instanceof AppError && error.code === 'unavailable';
        if (!isCrowded || hasLeft(context) || context.remainingMs() < REPLY_MS) {
          throw error;
        }
        await this.clock.delay(CROWD_PAUSE_MS);
      }
    }
  }

  private async settle<A extends Signed>(tx: Tx, start: Started, job: Job<A>, answer: A, usage: Usage): Promise<void> {
    const [isFinished, isSettled] = await Promise.all([
      this.generations.finish(tx, start.id, answer, usage),
      this.quotas.settle(tx, start.id),
    ]);
    if (!isFinished && (await this.generations.isDone(tx, start.id))) {
      return; // by an earlier try, whose commit was not heard of
    }
    // A process that was held up for longer than its reservation lives delivers as well: it counts, as far as the plan allows.
    if (!isSettled) {
      await this.quotas.take(tx, { payerId: start.payerId, metric: 'captions', amount: 1 });
    }
    await tx.emit(captionsEvents.captionGenerated, {
      businessId: start.businessId,
      entityId: start.id,
      version: 1,
      data: { generationId: start.id, photoId: job.photoId, occurrenceId: null, provider: answer.provider },
    });
  }

  private async release(tx: Tx, start: Started, error: unknown, usage: Usage): Promise<void> {
    await this.quotas.release(tx, start.id);
    if (!(await this.generations.fail(tx, start.id, usage))) {
      return; // kept by a try whose commit was not heard of, or given up for dead
    }
    await tx.emit(captionsEvents.captionFailed, {
      businessId: start.businessId,
      entityId: start.id,
      version: 1,
      data: {
        generationId: start.id,
        occurrenceId: null,
        reason: error instanceof ProviderError ? error.reason : 'unavailable',
      },
    });
  }
}

function hasLeft({ signal }: RpcContext): boolean {
  return signal.aborted && signal.reason instanceof CallerLeft;
}

/** What the person reads: only a picture that is too large is theirs to change, and a crowd passes. */
function refusalOf(cause: ProviderError, failed: string | undefined): AppError {
  const { reason, retryAfterSeconds } = cause;
  if (reason === 'cancelled') {
    return new AppError('deadline', undefined, { cause }); // to nobody
  }
  if (reason === 'busy' && cause.cause instanceof AppError) {
    return cause.cause;
  }
  return reason === 'too_large'
    ? new AppError('payload_too_large', undefined, { cause })
    : new AppError('caption_failed', failed, { cause, ...(retryAfterSeconds && { retryAfterSeconds }) });
}

function stillRunning(): AppError {
  return new AppError('conflict', 'The first request with this Idempotency-Key is still running.', {
    retryAfterSeconds: 2,
  });
}
