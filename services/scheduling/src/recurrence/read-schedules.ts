import { Injectable } from '@nestjs/common';
import { AppError, rowsOf } from '@postloom/contracts';
import type { Occurrence, RecurringSchedule } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import type { List, PageQuery, Tx } from '@postloom/persistence';
import { tenantOf } from '../access.ts';
import { calendarOccurrences } from './calendar-occurrences.ts';
import { comingOccurrences, shownOccurrence } from './occurrence-rules.ts';
import { OccurrencesRepository } from './occurrences.repository.ts';
import type { OccurrenceRecord, ScheduleRecord } from './schedule.ts';
import { SchedulesRepository } from './schedules.repository.ts';
import { dayAfter, dayStart } from './slots.ts';

const FOR_EVER = new Date('2200-01-01T00:00:00Z');
/** How many skipped slots are passed over in search of the next post. */
const NEXT_AMONG = 60;
/** Occurrences in one calendar answer: a month of more than thirty daily schedules. */
export const MOST_IN_CALENDAR = 1_000;

/** Schedules with their used and next photos, and their upcoming and past occurrences. */
@Injectable()
export class ReadSchedules {
  constructor(
    private readonly uow: Uow,
    private readonly schedules: SchedulesRepository,
    private readonly occurrences: OccurrencesRepository,
  ) {}

  /** Newest first. @throws AppError no_business, validation_failed for a cursor that was not issued here */
  async list(query: PageQuery, context: RpcContext): Promise<List<RecurringSchedule>> {
    return this.reading(context, async (tx, businessId) => {
      const now = await tx.now();
      const list = await this.schedules.page(tx, businessId, query);
      const shown = await this.allShown(tx, businessId, rowsOf(list), now);
      const byId = new Map(shown.map((schedule) => [schedule.id, schedule]));
      const show = ({ id }: ScheduleRecord): RecurringSchedule | [] => byId.get(id) ?? [];
      return Array.isArray(list) ? list.flatMap(show) : { ...list, data: list.data.flatMap(show) };
    });
  }

  async shown(tx: Tx, schedule: ScheduleRecord, now: Date): Promise<RecurringSchedule> {
    const [shown] = await this.allShown(tx, schedule.businessId, [schedule], now);
    if (shown === undefined) {
      throw new Error('one schedule gave no answer');
    }
    return shown;
  }

  /** @throws AppError not_found, no_business */
  async upcoming(id: string, count: number, context: RpcContext): Promise<Occurrence[]> {
    return this.reading(context, async (tx, businessId) => {
      const { schedule, now } = await this.found(tx, businessId, id);
      const rows = await this.occurrences.from(tx, businessId, [id], now);
      return comingOccurrences(schedule, rows, { from: now, to: FOR_EVER, count });
    });
  }

  /** @throws AppError not_found, no_business */
  async history(id: string, context: RpcContext): Promise<Occurrence[]> {
    return this.reading(context, async (tx, businessId) => {
      const { schedule } = await this.found(tx, businessId, id);
      return (await this.occurrences.history(tx, businessId, id)).map((row) => shownOccurrence(schedule, row));
    });
  }

  /**
   * For the calendar: occurrences on these days (inclusive) of the business that have no post yet, soonest first; one more than a calendar
   * shows when there are more.
   */
  async between(tx: Tx, businessId: string, fromDay: string, toDay: string): Promise<Occurrence[]> {
    const { schedules, now } = await this.schedules.list(tx, businessId);
    const coming = schedules.filter(({ isActive, pausedUntil }) => isActive || pausedUntil !== null);
    const [first] = coming;
    if (first === undefined) {
      return [];
    }
    const [start, end] = [dayStart(fromDay, first.timeZone), dayStart(dayAfter(toDay), first.timeZone)];
    const from = start > now ? start : now;
    const ids = coming.map(({ id }) => id);
    const bySchedule = Map.groupBy(await this.occurrences.from(tx, businessId, ids, from), (row) => row.scheduleId);
    return calendarOccurrences(coming, (id) => bySchedule.get(id) ?? [], { from, to: end, most: MOST_IN_CALENDAR + 1 });
  }

  /** Names of the business's schedules, by their ids. */
  async names(tx: Tx, businessId: string): Promise<ReadonlyMap<string, string>> {
    const { schedules } = await this.schedules.list(tx, businessId);
    return new Map(schedules.map(({ id, name }) => [id, name]));
  }

  private async found(tx: Tx, businessId: string, id: string): Promise<{ schedule: ScheduleRecord; now: Date }> {
    const found = await this.schedules.find(tx, businessId, id);
    if (found === null) {
      throw new AppError('not_found');
    }
    return found;
  }

  private async allShown(
    tx: Tx,
    businessId: string,
    schedules: readonly ScheduleRecord[],
    now: Date,
  ): Promise<RecurringSchedule[]> {
    const ids = schedules.map(({ id }) => id);
    const [rows, used] = await Promise.all([
      this.occurrences.from(tx, businessId, ids, now),
      this.schedules.usedPhotos(tx, businessId, ids),
    ]);
    const bySchedule = Map.groupBy(rows, (row) => row.scheduleId);
    return schedules.map((schedule) => ({
      ...{ id: schedule.id, name: schedule.name, frequency: schedule.frequency, timeOfDay: schedule.timeOfDay },
      ...{ platforms: [...schedule.platforms], useAllPhotos: schedule.useAllPhotos, albumId: schedule.albumId },
      ...{ isActive: schedule.isActive, pausedUntil: schedule.pausedUntil },
      weekdays: schedule.weekdays === null ? null : [...schedule.weekdays],
      ...{ startDate: schedule.startDate, endDate: schedule.endDate, timeZone: schedule.timeZone },
      usedPhotoIds: used.get(schedule.id) ?? [],
      nextPostDate: nextPost(schedule, bySchedule.get(schedule.id) ?? [], now),
      ...{ createdAt: schedule.createdAt.toISOString(), updatedAt: schedule.updatedAt.toISOString() },
      version: schedule.version,
    }));
  }

  private reading<T>(context: RpcContext, read: (tx: Tx, businessId: string) => Promise<T>): Promise<T> {
    const { businessId } = tenantOf(context);
    return this.uow.run(Scope.business(businessId), (tx) => read(tx, businessId), { readOnly: true });
  }
}

/** Of one that runs: what comes after a pause may still be put off with it. */
function nextPost(schedule: ScheduleRecord, rows: readonly OccurrenceRecord[], now: Date): string | null {
  if (!schedule.isActive) {
    return null;
  }
  const coming = comingOccurrences(schedule, rows, { from: now, to: FOR_EVER, count: NEXT_AMONG });
  return coming.find(({ status }) => status !== 'skipped' && status !== 'drafted')?.dueAt ?? null;
}
