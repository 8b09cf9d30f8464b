import { Inject, Injectable } from '@nestjs/common';
import { Clock, CONFIG, Logger, Random } from '@postloom/chassis';
import { AppError, captionsEvents } from '@postloom/contracts';
import type { Caption, captionsRpc, ParsedInputOf } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { bodyHash, Quotas, Scope, Throttles, Tombstones, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { businessOf } from '../access.ts';
import type { CaptionsConfig } from '../config.ts';
import { metrics } from '../metrics.ts';
import { ProviderError, Providers } from '../providers/index.ts';
import { SettingsRepository } from '../settings/index.ts';
import { GenerationsRepository } from './generations.repository.ts';
import { WriteCaption } from './write-caption.ts';

type Input = ParsedInputOf<typeof captionsRpc.captionGenerate>;

interface Started {
  readonly id: string;
  readonly businessId: string;
  readonly provider: ReturnType<Providers['get']>;
}

/** A provider's longest call: the caller's 20 s minus what comes before and after it. */
const PROVIDER_MS = 17_000;
/** Longest wait for a turn: the provider needs most of the caller's 20 s. */
const QUEUE_MS = 8_000;
const RESERVATION_SECONDS = 60;

/**
 * Reserves one, calls the provider, settles: a failure or a crash releases the reservation, so only delivered captions are counted. There
 * is no automatic second provider: the person chose one.
 */
@Injectable()
export class GenerateCaption {
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
    private readonly writeCaption: WriteCaption,
    private readonly erased: Tombstones,
    private readonly throttles: Throttles,
  ) {}

  async execute(input: Input, context: RpcContext): Promise<Caption> {
    const start = await this.uow.run(Scope.business(businessOf(context)), (tx) => this.start(tx, input, context));
    if ('answer' in start) {
      return start.answer;
    }
    const startedMs = this.clock.monotonicMs();
    let outcome = 'failed';
    try {
      const answer = await this.ask(start, input, context);
      await this.uow.run(Scope.business(start.businessId), (tx) => this.settle(tx, start, input, answer));
      outcome = 'done';
      return answer;
    } catch (error) {
      await this.uow.run(Scope.business(start.businessId), (tx) => this.release(tx, start, error));
      if (error instanceof ProviderError) {
        outcome = error.reason;
        this.logger.warn('caption failed', { provider: start.provider.id, reason: error.reason, error });
        throw new AppError('caption_failed', undefined, { cause: error });
      }
      throw error;
    } finally {
      metrics.generationSeconds.observe((this.clock.monotonicMs() - startedMs) / 1_000, {
        provider: start.provider.id,
        outcome,
      });
    }
  }

  /** The stored answer of the same key, or a new generation with its reservation. */
  private async start(tx: Tx, input: Input, context: RpcContext): Promise<Started | { answer: Caption }> {
    const businessId = businessOf(context);
    const { userId, payerId, idempotencyKey } = context;
    if (userId === null || payerId === null || context.role === 'viewer') {
      throw new AppError('forbidden');
    }
    await this.erased.refuseErased(tx, businessId);
    const hash = hashOf(input);
    const answer =
      idempotencyKey === null ? null : await this.earlier(tx, { businessId, userId, key: idempotencyKey, hash });
    if (answer) {
      return { answer };
    }
    const { limitCaptions: limit } = this.config;
    await this.throttles.take(tx, [{ name: 'limitCaptions', limit, subject: [userId] }], 'captions in a short time');
    const provider = this.providers.get((await this.settings.provider(tx, businessId)) ?? this.providers.first());
    const id = this.random.uuidv7();
    await this.quotas.reserve(tx, {
      payerId,
      metric: 'captions',
      amount: 1,
      id,
      expiresInSeconds: RESERVATION_SECONDS,
    });
    const isFirst = await this.generations.insert(tx, {
      id,
      businessId,
      userId,
      photoId: 'photoId' in input.source ? input.source.photoId : null,
      provider: provider.id,
      style: input.options.style,
      idempotencyKey,
      bodyHash: hash,
    });
    if (!isFirst) {
      throw stillRunning();
    }
    return { id, businessId, provider };
  }

  /** The answer previously given for this key. @throws AppError idempotency_mismatch, conflict while the first call is still running */
  private async earlier(
    tx: Tx,
    { businessId, userId, key, hash }: { businessId: string; userId: string; key: string; hash: string },
  ): Promise<Caption | null> {
    await this.generations.forgetOldKey(tx, businessId, userId, key);
    const known = await this.generations.byKey(tx, businessId, userId, key);
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

  private ask(start: Started, input: Input, context: RpcContext): Promise<Caption> {
    const { source, options } = input;
    const { signal } = context;
    const timeoutMs = () => Math.floor(Math.max(1_000, Math.min(PROVIDER_MS, context.remainingMs() - 500)));
    const { businessId, provider } = start;
    return this.writeCaption.execute(
      { businessId, provider, source, options, signal, timeoutMs, waitMs: QUEUE_MS },
      context,
    );
  }

  private async settle(tx: Tx, start: Started, input: Input, answer: Caption): Promise<void> {
    await this.quotas.settle(tx, start.id);
    await this.generations.finish(tx, start.id, answer);
    await tx.emit(captionsEvents.captionGenerated, {
      businessId: start.businessId,
      entityId: start.id,
      version: 1,
      data: {
        generationId: start.id,
        photoId: 'photoId' in input.source ? input.source.photoId : null,
        occurrenceId: null,
        provider: answer.provider,
      },
    });
  }

  private async release(tx: Tx, start: Started, error: unknown): Promise<void> {
    await this.quotas.release(tx, start.id);
    await this.generations.fail(tx, start.id);
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

/** The same picture sent again is stored under another id, but it is the same request. */
function hashOf({ source, options }: Input): string {
  const picture = 'photoId' in source ? source.photoId : (source.sha256 ?? source.scratchId);
  return bodyHash([picture, options]);
}

function stillRunning(): AppError {
  return new AppError('conflict', 'The first request with this Idempotency-Key is still running.', {
    retryAfterSeconds: 2,
  });
}
