import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import { dueAtOfOccurrence } from './occurrence-rules.ts';
import { OccurrencesRepository } from './occurrences.repository.ts';
import { beginsAt, isTouched } from './schedule.ts';
import type { ScheduleRecord } from './schedule.ts';
import { SchedulesRepository } from './schedules.repository.ts';
import { nextSlot } from './slots.ts';

/** Far enough away that moved rows can't meet rows that are still to be moved. */
const ASIDE_MS = 1000 * 365 * 86_400_000;

/** A business moved to another time zone: its schedules keep their wall clock, so their instants change. */
@Injectable()
export class Rezone {
  constructor(
    @Inject(SchedulesRepository) private readonly schedules: SchedulesRepository,
    @Inject(OccurrencesRepository) private readonly occurrences: OccurrencesRepository,
  ) {}

  async all(tx: Tx, businessId: string, timeZone: string): Promise<void> {
    const now = await tx.now();
    for (const schedule of await this.schedules.lockAll(tx, businessId)) await this.one(tx, schedule, timeZone, now);
  }

  /** What has begun stays where it is: it is minutes away. */
  async one(tx: Tx, schedule: ScheduleRecord, timeZone: string, now: Date): Promise<ScheduleRecord> {
    if (schedule.timeZone === timeZone) return schedule;
    const moved = { ...schedule, timeZone, version: schedule.version + 1, updatedAt: now };
    const rezoned = { ...moved, next: moved.isActive ? nextSlot(moved, now) : null };
    await this.schedules.save(tx, rezoned);
    const open = await this.occurrences.lockOpen(tx, schedule.businessId, schedule.id);
    const ahead = open.filter((one) => one.status === 'planned' || (one.status === 'skipped' && isTouched(one)));
    for (const one of ahead) {
      await this.occurrences.save(tx, { ...one, dueAt: new Date(one.dueAt.getTime() + ASIDE_MS) });
    }
    for (const one of ahead) {
      const dueAt = dueAtOfOccurrence(one.localSlot, one.ownTime, timeZone);
      if (dueAt === null || (await this.occurrences.hasSlot(tx, schedule.id, one.localSlot, dueAt, one.id))) {
        await this.occurrences.delete(tx, schedule.businessId, [one.id]);
        continue;
      }
      await this.occurrences.save(tx, { ...one, dueAt, version: one.version + 1 });
      await this.occurrences.setReady(tx, one.id, one.status === 'planned' ? beginsAt(dueAt) : null);
    }
    return rezoned;
  }
}
