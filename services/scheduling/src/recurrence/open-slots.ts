import { Injectable } from '@nestjs/common';
import { recurringEvents } from '@postloom/contracts';
import { Random } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { occurrenceFacts } from './occurrence-facts.ts';
import { sortDueSlots } from './occurrence-rules.ts';
import { OccurrencesRepository } from './occurrences.repository.ts';
import { afterPause, resumedFacts } from './pause.ts';
import { RecurrenceSignal } from './recurrence-signal.ts';
import { Rezone } from './rezone.ts';
import { leadMs, plannedOccurrence, reasons } from './schedule.ts';
import { SchedulesRepository } from './schedules.repository.ts';
import { nextSlot, slotsBetween } from './slots.ts';

export interface Leased {
  readonly id: string;
  readonly businessId: string;
  readonly epoch: number;
}

/**
 * A schedule's next slot is ready to begin: it becomes a row, missed ones become skipped rows, and the next one is set. Or its pause
 * is over: it runs again.
 */
@Injectable()
export class OpenSlots {
  constructor(
    private readonly uow: Uow,
    private readonly schedules: SchedulesRepository,
    private readonly occurrences: OccurrencesRepository,
    private readonly rezone: Rezone,
    private readonly signal: RecurrenceSignal,
    private readonly random: Random,
  ) {}

  /** Does nothing when the caller has lost the lease. */
  async execute({ id, businessId, epoch }: Leased): Promise<void> {
    await this.uow.run(Scope.business(businessId), async (tx) => {
      const state = await this.schedules.lockForWork(tx, businessId, id, epoch);
      if (state === null) {
        return;
      }
      const { now, isBusinessDeleted, timeZone } = state;
      // The zone has changed and its event has not arrived yet.
      const rezoned = await this.rezone.one(tx, state.schedule, timeZone, now);
      if (isBusinessDeleted) {
        await this.schedules.save(tx, { ...rezoned, next: null, pausedUntil: null });
        return;
      }
      const resumed = afterPause(rezoned, now);
      if (resumed !== null) {
        await tx.emit(recurringEvents.scheduleResumed, resumedFacts(resumed));
      }
      const schedule = resumed ?? rezoned;
      if (schedule.next === null) {
        await this.schedules.save(tx, schedule);
        return;
      }
      const horizon = new Date(now.getTime() + leadMs(id));
      const due = slotsBetween(schedule, schedule.next.dueAt, new Date(horizon.getTime() + 1));
      const { run, missed } = sortDueSlots(due, now);
      const made = (slot: (typeof due)[number]) => plannedOccurrence(schedule, slot, this.random.uuidv7());
      const opened = await this.occurrences.insert(tx, run.map(made), now);
      const skipped = await this.occurrences.insert(
        tx,
        missed.map((slot) => ({ ...made(slot), status: 'skipped' as const, reason: reasons.missed })),
        null,
      );
      for (const one of skipped) {
        await tx.emit(
          recurringEvents.occurrenceSkipped,
          occurrenceFacts(one, { name: schedule.name, reason: reasons.missed }),
        );
      }
      await this.schedules.save(tx, { ...schedule, next: nextSlot(schedule, horizon) });
      if (skipped.length > 0) {
        tx.afterCommit(() => metrics.occurrences.add(skipped.length, { outcome: 'skipped' }));
      }
      if (opened.length > 0) {
        tx.afterCommit(() => this.signal.wake());
      }
    });
  }
}
