import { Injectable } from '@nestjs/common';
import { albumRpc, AppError, recurringEvents } from '@postloom/contracts';
import type { ParsedInputOf, Platform, RecurringSchedule, recurringRpc } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { resumedFacts } from './pause.ts';
import { ReadSchedules } from './read-schedules.ts';
import { RecurrenceSignal } from './recurrence-signal.ts';
import type { ScheduleRecord } from './schedule.ts';
import { hasOtherSlots, refuseDates, refuseEndOfPause } from './schedule-rules.ts';
import { SchedulesRepository } from './schedules.repository.ts';
import { localDate, nextSlot } from './slots.ts';
import { Withdraw } from './withdraw.ts';

type Input = ParsedInputOf<typeof recurringRpc.scheduleUpdate>;

/**
 * PUT and DELETE /api/recurring-schedules/{id}. When the slots change, occurrences that have begun and are not published are withdrawn, and
 * the next slot is the first one after now; neither an edit nor a resumption makes up for missed slots.
 */
@Injectable()
export class ChangeSchedule {
  constructor(
    private readonly uow: Uow,
    private readonly rpc: Rpc,
    private readonly schedules: SchedulesRepository,
    private readonly withdraw: Withdraw,
    private readonly read: ReadSchedules,
    private readonly signal: RecurrenceSignal,
  ) {}

  /** @throws AppError not_found (also for another tenant's album), invalid_date, forbidden, no_business */
  async execute({ id, changes }: Input, context: RpcContext): Promise<RecurringSchedule> {
    const { businessId } = writerOf(context);
    const { albumId } = changes;
    if (albumId !== undefined && albumId !== null) {
      await this.rpc.call(albumRpc.albumGet, { id: albumId }, context, { deadlineMs: context.remainingMs() });
    }
    return this.uow.run(Scope.business(businessId), async (tx) => {
      const locked = await this.schedules.lock(tx, businessId, id);
      if (locked === null) {
        throw new AppError('not_found');
      }
      const { schedule: before, now } = locked;
      const after = changedSchedule(before, changes, now);
      const saved = hasOtherSlots(before, after) ? await this.moved(tx, after, now) : after;
      await this.schedules.save(tx, saved);
      if (saved.isActive && !before.isActive) {
        await tx.emit(recurringEvents.scheduleResumed, resumedFacts(saved));
      }
      tx.afterCommit(() => this.signal.wake());
      return this.read.shown(tx, saved, now);
    });
  }

  /** Its unpublished posts are deleted with it. @throws AppError not_found, forbidden, no_business */
  async delete(id: string, context: RpcContext): Promise<{ success: true }> {
    const { businessId } = writerOf(context);
    return this.uow.run(Scope.business(businessId), async (tx) => {
      if ((await this.schedules.lock(tx, businessId, id)) === null) {
        throw new AppError('not_found');
      }
      await this.withdraw.scheduledPosts(tx, businessId, id);
      await this.schedules.delete(tx, businessId, id);
      return { success: true };
    });
  }

  private async moved(tx: Tx, schedule: ScheduleRecord, now: Date): Promise<ScheduleRecord> {
    await this.withdraw.rows(tx, schedule, now);
    return { ...schedule, next: schedule.isActive ? nextSlot(schedule, now) : null };
  }
}

/** A platform that is left out and chosen again later goes to the account connected then. */
function accountsOf({ accountIds }: ScheduleRecord, platforms: readonly Platform[]): ScheduleRecord['accountIds'] {
  const kept = platforms.flatMap((platform) => {
    const accountId = accountIds[platform];
    return accountId === undefined ? [] : [[platform, accountId] as const];
  });
  return Object.fromEntries(kept);
}

/** @throws AppError invalid_date */
function changedSchedule(before: ScheduleRecord, changes: Input['changes'], now: Date): ScheduleRecord {
  const frequency = changes.frequency ?? before.frequency;
  const weekdays = changes.weekdays === undefined ? before.weekdays : changes.weekdays;
  const { startDate: start } = changes;
  const isActive = changes.isActive ?? before.isActive;
  const pausedUntil = changes.pausedUntil === undefined ? before.pausedUntil : changes.pausedUntil;
  const after: ScheduleRecord = {
    ...before,
    ...{ name: changes.name ?? before.name, frequency, timeOfDay: changes.timeOfDay ?? before.timeOfDay },
    ...{ platforms: changes.platforms ?? before.platforms, useAllPhotos: changes.useAllPhotos ?? before.useAllPhotos },
    albumId: changes.albumId === undefined ? before.albumId : changes.albumId,
    weekdays: frequency === 'weekly' ? weekdays : null,
    startDate: start === undefined ? before.startDate : (start ?? localDate(now, before.timeZone)),
    endDate: changes.endDate === undefined ? before.endDate : changes.endDate,
    ...{ isActive, pausedUntil: isActive ? null : pausedUntil },
    accountIds: accountsOf(before, changes.platforms ?? before.platforms),
    ...{ version: before.version + 1, updatedAt: now },
  };
  refuseDates(after.startDate, after.endDate);
  refuseEndOfPause(after, changes.pausedUntil ?? null, now);
  return after;
}
