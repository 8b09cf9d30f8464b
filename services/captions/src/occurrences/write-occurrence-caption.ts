import { Injectable } from '@nestjs/common';
import { Clock, Logger } from '@postloom/chassis';
import { AppError, captionsEvents, platformRules } from '@postloom/contracts';
import type { AiProvider, Caption, CaptionStyle, Platform } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import { Leases, Quotas, Scope, Tombstones, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { GenerationsRepository, PROMPT_VERSION, WriteCaption } from '../captions/index.ts';
import { metrics } from '../metrics.ts';
import { nothingUsed, ProviderError, Providers, together } from '../providers/index.ts';
import type { Usage } from '../providers/index.ts';
import { defaultPreferences, SettingsRepository } from '../settings/index.ts';
import { OccurrenceCaptionsRepository } from './occurrence-captions.repository.ts';
import type { OccurrenceCaption } from './occurrence-captions.repository.ts';

export interface Leased {
  readonly id: string;
  readonly businessId: string;
  readonly epoch: number;
}

interface Started {
  readonly request: OccurrenceCaption;
  readonly order: readonly AiProvider[];
  readonly style: CaptionStyle;
  readonly includeHashtags: boolean;
}

/** Longer than the longest wait for a turn and the longest call, at each of three providers. */
export const LEASE_SECONDS = 90;
const RESERVATION_SECONDS = 300;
const TABLE = 'occurrence_captions';
/** With this much time left all providers are called once more, a minute later. */
const SPARE_MS = 2 * 60_000;
const PAUSE_SECONDS = 60;

const sentences = {
  none: 'None of the AI providers gave a caption.',
  notConfigured: 'No AI provider is configured.',
  gone: 'The photo could not be read.',
  late: 'There was no time left to write a caption.',
  switchedOff: 'Automatic captions are off.',
} as const;

/**
 * A caption that nobody is waiting for at a screen: the provider the business chose is called first, then every other configured one. One
 * is reserved and settled under the id of the request, so a process that dies and an event that repeats charge once. Where the person who
 * made the schedule has automatic captions switched off, none is written.
 */
@Injectable()
export class WriteOccurrenceCaption {
  constructor(
    private readonly uow: Uow,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly quotas: Quotas,
    private readonly leases: Leases,
    private readonly erased: Tombstones,
    private readonly providers: Providers,
    private readonly settings: SettingsRepository,
    private readonly generations: GenerationsRepository,
    private readonly requests: OccurrenceCaptionsRepository,
    private readonly writeCaption: WriteCaption,
  ) {}

  /** @throws AppError unavailable, deadline, dependency_failed: a neighbour does not answer; the request stays open */
  async execute(leased: Leased, signal: AbortSignal): Promise<void> {
    const scope = Scope.business(leased.businessId);
    const started = await this.uow.run(scope, (tx) => this.start(tx, leased));
    if (started === null) {
      return;
    }
    let usage = nothingUsed;
    let answer: Caption | { readonly reason: string };
    try {
      answer = await this.askAll(started, signal, (more) => {
        usage = together(usage, more);
      });
    } catch (error) {
      await this.uow
        .run(scope, (tx) => this.requests.addUsage(tx, leased.businessId, leased.id, usage))
        // What broke off the caption is what must be heard of.
        .catch((cause: unknown) => this.logger.warn('The usage of a caption could not be kept', { error: cause }));
      throw error;
    }
    await this.uow.run(scope, (tx) => this.finish(tx, leased, started, answer, usage));
  }

  /** Reserves one. Null: nothing is left to do. */
  private async start(tx: Tx, { id, businessId, epoch }: Leased): Promise<Started | null> {
    const found = await this.requests.lockLeased(tx, businessId, id, epoch);
    if (found === null || (await this.erased.isErased(tx, businessId))) {
      await this.leases.release(tx, TABLE, id, epoch, 'infinity');
      return null;
    }
    const { request, now } = found;
    const preferences = (await this.settings.preferences(tx, request.userId)) ?? defaultPreferences;
    const isOff = !preferences.autoGenerateCaptions;
    if (isOff || now >= request.neededBy) {
      // Of an earlier attempt, which ended without an answer.
      await this.quotas.release(tx, id);
      await this.fail(tx, request, epoch, isOff ? sentences.switchedOff : sentences.late);
      return null;
    }
    const order = this.providers.order((await this.settings.choice(tx, businessId)).provider);
    if (order.length === 0) {
      await this.fail(tx, request, epoch, sentences.notConfigured);
      return null;
    }
    try {
      const charge = { payerId: request.payerId, metric: 'captions' as const, amount: 1, id };
      await this.quotas.reserve(tx, { ...charge, expiresInSeconds: RESERVATION_SECONDS });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'upgrade_required') {
        throw error;
      }
      await this.fail(tx, request, epoch, error.message);
      return null;
    }
    const { defaultCaptionStyle: style, includeHashtags } = preferences;
    return { request, order, style, includeHashtags };
  }

  /** The caption, or why there is none. */
  private async askAll(
    started: Started,
    signal: AbortSignal,
    used: (usage: Usage) => void,
  ): Promise<Caption | { readonly reason: string }> {
    const { request, order, style, includeHashtags } = started;
    const caller = {
      ...this.rpc.systemCaller('captions'),
      ...{ businessId: request.businessId, userId: request.userId, payerId: request.payerId, role: 'owner' as const },
    };
    for (const id of order) {
      const startedMs = this.clock.monotonicMs();
      let outcome: string = 'failed';
      const provider = this.providers.get(id);
      try {
        const caption = await this.writeCaption.execute(
          {
            ...{ businessId: request.businessId, provider, source: { photoId: request.photoId } },
            options: { style, includeHashtags, platform: tightest(request.platforms) },
            ...{ signal, used, timeoutMs: () => provider.timeoutMs, isInternal: true },
          },
          caller,
        );
        outcome = 'done';
        return caption;
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_found') {
          return { reason: sentences.gone };
        }
        // A process that stops leaves the request to the next one.
        if (!(error instanceof ProviderError) || signal.aborted) {
          throw error;
        }
        outcome = error.reason;
        this.logger.warn('No caption for a recurring post, the next provider is asked', {
          provider: id,
          outcome,
          error,
        });
      } finally {
        const seconds = (this.clock.monotonicMs() - startedMs) / 1_000;
        metrics.generationSeconds.observe(seconds, { provider: id, outcome });
      }
    }
    return { reason: sentences.none };
  }

  private async finish(
    tx: Tx,
    { id, businessId, epoch }: Leased,
    started: Started,
    answer: Caption | { readonly reason: string },
    usage: Usage,
  ): Promise<void> {
    // Locked before the row, in the order of an erasure; otherwise the two could deadlock.
    await this.erased.refuseErased(tx, businessId);
    const usedSoFar = await this.requests.addUsage(tx, businessId, id, usage);
    const found = await this.requests.lockLeased(tx, businessId, id, epoch);
    if (found === null) {
      return; // another worker owns it by now
    }
    const { request, now } = found;
    const spareMs = request.neededBy.getTime() - now.getTime();
    if ('reason' in answer || spareMs <= 0) {
      await this.quotas.release(tx, id);
      // A caption that comes too late is not charged: the post is a draft by now.
      const reason = 'reason' in answer ? answer.reason : sentences.late;
      if (reason === sentences.none && spareMs > SPARE_MS) {
        await this.leases.release(tx, TABLE, id, epoch, { inSeconds: PAUSE_SECONDS });
        return;
      }
      await this.fail(tx, request, epoch, reason);
      return;
    }
    if (!(await this.quotas.settle(tx, id))) {
      await this.quotas.take(tx, { payerId: request.payerId, metric: 'captions', amount: 1 });
    }
    await this.generations.insert(tx, {
      ...{ id, businessId, userId: request.userId, photoId: request.photoId, provider: answer.provider },
      ...{ kind: 'caption', style: started.style, idempotencyKey: null, bodyHash: '' },
      promptVersion: PROMPT_VERSION,
    });
    await this.generations.finish(tx, id, answer, usedSoFar);
    await this.requests.end(tx, id, 'done');
    await this.leases.release(tx, TABLE, id, epoch, 'infinity');
    await emitGenerated(tx, request, answer.provider);
  }

  private async fail(tx: Tx, request: OccurrenceCaption, epoch: number, reason: string): Promise<void> {
    const { id, businessId, occurrenceId, photoId } = request;
    await this.requests.end(tx, id, 'failed');
    await this.leases.release(tx, TABLE, id, epoch, 'infinity');
    await tx.emit(captionsEvents.captionFailed, {
      ...{ businessId, entityId: id, version: 1 },
      data: {
        ...{ generationId: id, photoId, occurrenceId, reason },
        ...(reason === sentences.switchedOff && { cause: 'switched_off' as const }),
      },
    });
  }
}

export async function emitGenerated(
  tx: Tx,
  { id, businessId, photoId, occurrenceId }: OccurrenceCaption,
  provider: AiProvider,
): Promise<void> {
  await tx.emit(captionsEvents.captionGenerated, {
    ...{ businessId, entityId: id, version: 1 },
    data: { generationId: id, photoId, occurrenceId, provider },
  });
}

/** The platform with the lowest limit: what fits it fits all. */
function tightest(platforms: readonly Platform[]): Platform | undefined {
  return platforms.toSorted((a, b) => platformRules[a].captionLimit - platformRules[b].captionLimit)[0];
}
