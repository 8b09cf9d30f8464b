import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import { dueAtOfOccurrence } from './occurrence-rules.ts';
import { OccurrencesRepository } from './occurrences.repository.ts';
import { beginsAt, isTouched } from './schedule.ts';
import type { OccurrenceRecord, ScheduleRecord } from './schedule.ts';
import { SchedulesRepository } from './schedules.repository.ts';
import { nextSlot } from './slots.ts';

/** A business moved to another time zone, or its zone has new rules: its schedules keep their wall clock, so their instants change. */
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
    return schedule.timeZone === timeZone ? schedule : this.derive(tx, schedule, timeZone, now);
  }

  /** The clocks of its zone follow new rules: a schedule of which an instant ahead moved is derived again, any other stays untouched. */
  async afterNewRules(tx: Tx, businessId: string, scheduleId: string): Promise<void> {
    const locked = await this.schedules.lock(tx, businessId, scheduleId);
    if (locked === null) {
      return;
    }
    const { schedule, now } = locked;
    const open = await this.occurrences.lockOpen(tx, businessId, scheduleId);
    const instants = [
      ...open.filter(isAhead),
      ...(schedule.next === null ? [] : [{ ...schedule.next, ownTime: null }]),
    ];
    const hasMoved = instants.some(
      ({ localSlot, ownTime, dueAt }) =>
        dueAtOfOccurrence(localSlot, ownTime, schedule.timeZone)?.getTime() !== dueAt.getTime(),
    );
    if (hasMoved) {
      await this.derive(tx, schedule, schedule.timeZone, now);
    }
  }

  private async derive(tx: Tx, schedule: ScheduleRecord, timeZone: string, now: Date): Promise<ScheduleRecord> {
    const moved = { ...schedule, timeZone, version: schedule.version + 1, updatedAt: now };
    const rezoned = { ...moved, next: moved.isActive ? nextSlot(moved, now) : null };
    await this.schedules.save(tx, rezoned);
    const { businessId } = schedule;
    const open = await this.occurrences.lockOpen(tx, businessId, schedule.id);
    const ahead = open.filter(isAhead);
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

/** It has not begun, and its time follows the rule. */
function isAhead(one: OccurrenceRecord): boolean {
  return one.status === 'planned' || (one.status === 'skipped' && isTouched(one));
}
