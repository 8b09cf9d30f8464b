import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import { dueAtOfOccurrence } from './occurrence-rules.ts';
import { OccurrencesRepository } from './occurrences.repository.ts';
import { beginsAt, isTouched } from './schedule.ts';
import type { ScheduleRecord } from './schedule.ts';
import { SchedulesRepository } from './schedules.repository.ts';
import { nextSlot } from './slots.ts';

/** A business moved to another time zone: its schedules keep their wall clock, so their instants change. */
@Injectable()
export class Rezone {
  constructor(
    private readonly schedules: SchedulesRepository,
    private readonly occurrences: OccurrencesRepository,
  ) {}

  /** To the zone of the business as it is known now. */
  async all(tx: Tx, businessId: string): Promise<void> {
    for (const { schedule, timeZone, now } of await this.schedules.lockOutOfZone(tx, businessId)) {
      await this.one(tx, schedule, timeZone, now);
    }
  }

  /** What has begun stays where it is: it is an hour away at most. */
  async one(tx: Tx, schedule: ScheduleRecord, timeZone: string, now: Date): Promise<ScheduleRecord> {
    if (schedule.timeZone === timeZone) {
      return schedule;
    }
    const moved = { ...schedule, timeZone, version: schedule.version + 1, updatedAt: now };
    const rezoned = { ...moved, next: moved.isActive ? nextSlot(moved, now) : null };
    await this.schedules.save(tx, rezoned);
    const { businessId } = schedule;
    const open = await this.occurrences.lockOpen(tx, businessId, schedule.id);
    const ahead = open.filter((one) => one.status === 'planned' || (one.status === 'skipped' && isTouched(one)));
    await this.occurrences.setAside(
      tx,
      businessId,
      ahead.map(({ id }) => id),
    );
    const gone: string[] = [];
    for (const one of ahead) {
      const dueAt = dueAtOfOccurrence(one.localSlot, one.ownTime, timeZone);
      if (dueAt === null || (await this.occurrences.hasSlot(tx, schedule.id, one.localSlot, dueAt, one.id))) {
        gone.push(one.id);
        continue;
      }
      await this.occurrences.save(tx, { ...one, dueAt });
      await this.occurrences.setReady(tx, one.id, one.status === 'planned' ? beginsAt(schedule.id, dueAt) : null);
    }
    await this.occurrences.delete(tx, businessId, gone);
    return rezoned;
  }
}
