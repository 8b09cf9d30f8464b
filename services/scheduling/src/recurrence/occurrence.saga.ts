import { Injectable } from '@nestjs/common';
import { AppError, generationRpc, recurringEvents } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import { Leases, Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { AskForSchedule } from './ask-for-schedule.ts';
import { occurrenceFacts } from './occurrence-facts.ts';
import { OccurrencesRepository } from './occurrences.repository.ts';
import type { Leased } from './open-slots.ts';
import { isOfPause } from './pause.ts';
import { PickForOccurrence } from './pick-for-occurrence.ts';
import { CAPTION_MS, LATEST_MS, reasons } from './schedule.ts';
import type { OccurrenceRecord, ScheduleRecord } from './schedule.ts';
import { SchedulesRepository } from './schedules.repository.ts';
import type { ScheduleState } from './schedules.repository.ts';
import { WriteOccurrencePost } from './write-occurrence-post.ts';
import type { WrittenCaption } from './write-occurrence-post.ts';

/** What was found out between two steps, outside any transaction. */
interface Learned {
  readonly isAsked?: boolean;
  readonly caption?: WrittenCaption;
}

/** The result of a step: another one at once, a call to another service first, or nothing for now. */
type Next = 'again' | 'done' | { readonly ask: ScheduleRecord } | GenerationToFetch;

interface GenerationToFetch {
  readonly fetch: string;
  readonly schedule: ScheduleRecord;
  /** They are no longer needed. */
  readonly isTimeUp: boolean;
}

/** Ends the lease until the row is ready again. */
type Finish = (readyAt: Date | 'infinity') => Promise<'done'>;

const FETCH_MS = 5_000;
/** An occurrence that began just in time may end this much later. */
const GRACE_MS = 2 * CAPTION_MS;

/**
 * An occurrence from its slot to its post: planned -> picked -> captioning -> posted | drafted | skipped(reason). Each step is one
 * transaction under the row's lease, so that a process that dies leaves a row at a step, and any process continues from there; exactly one
 * post results, because it is written in the transaction that ends the row.
 */
@Injectable()
export class OccurrenceSaga {
  constructor(
    private readonly uow: Uow,
    private readonly rpc: Rpc,
    private readonly leases: Leases,
    private readonly schedules: SchedulesRepository,
    private readonly occurrences: OccurrencesRepository,
    private readonly pick: PickForOccurrence,
    private readonly write: WriteOccurrencePost,
    private readonly ask: AskForSchedule,
  ) {}

  /** As many steps as can be taken now. @throws AppError unavailable, deadline: a service that is needed does not answer */
  async execute(leased: Leased): Promise<void> {
    let learned: Learned = {};
    for (;;) {
      const next = await this.step(leased, learned);
      if (next === 'done') {
        return;
      }
      learned = next === 'again' ? {} : await this.learn(next);
    }
  }

  private async learn(next: Exclude<Next, string>): Promise<Learned> {
    if ('fetch' in next) {
      return { caption: await this.fetch(next) };
    }
    await this.ask.execute(next.ask);
    return { isAsked: true };
  }

  private async step({ id, businessId, epoch }: Leased, learned: Learned): Promise<Next> {
    const run = (refusal?: string) =>
      this.uow.run(Scope.business(businessId), (tx) => this.locked(tx, { id, businessId, epoch }, learned, refusal));
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'upgrade_required') {
        throw error;
      }
      // The plan's last post was used up since the photo was picked; nothing of the attempt was stored.
      return await run(error.message);
    }
  }

  private async locked(
    tx: Tx,
    { id, businessId, epoch }: Leased,
    learned: Learned,
    refusal: string | undefined,
  ): Promise<Next> {
    const scheduleId = await this.occurrences.scheduleOf(tx, businessId, id);
    const state = scheduleId === null ? null : await this.schedules.lockForWork(tx, businessId, scheduleId, null);
    const occurrence = state === null ? null : await this.occurrences.lockLeased(tx, businessId, id, epoch);
    if (state === null || occurrence === null) {
      return 'done';
    }
    const finish: Finish = async (readyAt) => {
      await this.leases.release(tx, 'occurrences', id, epoch, readyAt);
      return 'done';
    };
    if (state.isBusinessDeleted) {
      return finish('infinity');
    }
    if (refusal !== undefined) {
      return this.skip(tx, occurrence, state, refusal, finish);
    }
    switch (occurrence.status) {
      case 'planned': {
        const early = this.refusedEarly(occurrence, state);
        if (early !== null) {
          return this.skip(tx, occurrence, state, early, finish);
        }
        const picked = await this.pick.execute(tx, occurrence, state, learned.isAsked ?? false);
        if (picked === 'ask') {
          return { ask: state.schedule };
        }
        return picked === 'picked' ? 'again' : this.skip(tx, occurrence, state, picked.skip, finish);
      }
      case 'picked':
      case 'captioning': {
        if (isPastHope(occurrence, state)) {
          return this.skip(tx, occurrence, state, reasons.missed, finish);
        }
        const own = occurrence.ownCaption;
        if (own !== null) {
          return this.post(tx, occurrence, state, { caption: own, hashtags: [] }, finish);
        }
        if (occurrence.status === 'picked') {
          return finish(await this.askForCaption(tx, occurrence, state));
        }
        if (learned.caption !== undefined) {
          return this.post(tx, occurrence, state, learned.caption, finish);
        }
        const { generationId, captionFailure, captionBy } = occurrence;
        const isTimeUp = captionBy === null || captionBy <= state.now;
        if (generationId !== null) {
          return { fetch: generationId, schedule: state.schedule, isTimeUp };
        }
        if (captionFailure !== null) {
          return this.post(tx, occurrence, state, { missing: captionFailure }, finish);
        }
        return isTimeUp
          ? this.post(tx, occurrence, state, { missing: reasons.noCaptionInTime }, finish)
          : finish(captionBy);
      }
      case 'posted':
      case 'drafted':
      case 'skipped':
        return finish('infinity');
    }
  }

  /** A pause makes up for nothing, and what is too late is not run. */
  private refusedEarly({ dueAt, localSlot }: OccurrenceRecord, { schedule, now }: ScheduleState): string | null {
    if (isOfPause(schedule, localSlot)) {
      return reasons.paused;
    }
    return now.getTime() - dueAt.getTime() > LATEST_MS ? reasons.missed : null;
  }

  private async askForCaption(tx: Tx, occurrence: OccurrenceRecord, { schedule, now }: ScheduleState): Promise<Date> {
    const captionBy = new Date(Math.max(occurrence.dueAt.getTime(), now.getTime() + CAPTION_MS));
    const asking = await this.occurrences.save(tx, { ...occurrence, status: 'captioning', captionBy });
    await tx.emit(
      recurringEvents.occurrenceStarted,
      occurrenceFacts(asking, {
        photoId: asking.photoId ?? '',
        platforms: [...schedule.platforms],
        ...{ userId: schedule.authorId, payerId: schedule.payerId, neededBy: captionBy.toISOString() },
      }),
    );
    return captionBy;
  }

  private async post(
    tx: Tx,
    occurrence: OccurrenceRecord,
    state: ScheduleState,
    written: WrittenCaption,
    finish: Finish,
  ): Promise<Next> {
    const outcome = await this.write.execute(tx, occurrence, state, written);
    if (outcome === 'photo gone') {
      return 'again';
    }
    if ('skip' in outcome) {
      return this.skip(tx, occurrence, state, outcome.skip, finish);
    }
    tx.afterCommit(() => metrics.occurrences.add(1, { outcome: outcome.status }));
    return finish('infinity');
  }

  private async skip(
    tx: Tx,
    occurrence: OccurrenceRecord,
    { schedule }: ScheduleState,
    reason: string,
    finish: Finish,
  ): Promise<'done'> {
    const skipped = await this.occurrences.save(tx, { ...occurrence, status: 'skipped', reason });
    // A pause is the person's own doing; the owner is notified of everything else.
    if (reason !== reasons.paused) {
      await tx.emit(recurringEvents.occurrenceSkipped, occurrenceFacts(skipped, { name: schedule.name, reason }));
    }
    tx.afterCommit(() => metrics.occurrences.add(1, { outcome: 'skipped' }));
    return finish('infinity');
  }

  /**
   * The caption itself. A generation that captions no longer knows leaves the occurrence without a caption, and so does one that it does
   * not deliver before the slot.
   */
  private async fetch({ fetch: generationId, schedule, isTimeUp }: GenerationToFetch): Promise<WrittenCaption> {
    const { businessId, payerId } = schedule;
    const caller = { ...this.rpc.systemCaller('scheduling'), businessId, payerId };
    try {
      return await this.rpc.call(generationRpc.generationGet, { generationId }, caller, { deadlineMs: FETCH_MS });
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      if (error.code === 'not_found') {
        return { missing: reasons.noCaption('') };
      }
      if (isTimeUp) {
        return { missing: reasons.noCaptionInTime };
      }
      throw error;
    }
  }
}

/** It began before a standstill: what is too late to begin is too late to continue as well. */
function isPastHope({ dueAt }: OccurrenceRecord, { now }: ScheduleState): boolean {
  return now.getTime() - dueAt.getTime() > LATEST_MS + GRACE_MS;
}
