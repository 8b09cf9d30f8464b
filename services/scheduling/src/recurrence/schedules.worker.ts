import { Injectable } from '@nestjs/common';
import { LeasedTableWorker, Scope, WorkerTools } from '@postloom/persistence';
import type { LeasedRow } from '@postloom/persistence';
import { OpenSlots } from './open-slots.ts';
import { RecurrenceSignal } from './recurrence-signal.ts';

interface ScheduleRow extends LeasedRow {
  readonly business_id: string;
}

/**
 * Turns the slots of recurring schedules whose time has come into occurrences. The longest due goes first: a schedule costs
 * milliseconds, and a business has few of them.
 */
@Injectable()
export class SchedulesWorker extends LeasedTableWorker<ScheduleRow> {
  constructor(
    tools: WorkerTools,
    signal: RecurrenceSignal,
    private readonly openSlots: OpenSlots,
  ) {
    super(tools, {
      ...{ name: 'recurring schedules', slots: 8, pollMs: 500, table: 'recurring_schedules', leaseSeconds: 30 },
      scope: Scope.system('recurring schedules of all businesses'),
    });
    signal.onWake(() => this.wake());
  }

  protected override work(row: ScheduleRow): Promise<void> {
    return this.openSlots.execute({ id: row.id, businessId: row.business_id, epoch: row.lease_epoch });
  }
}
