import { Injectable } from '@nestjs/common';
import { LeasedTableWorker, Scope, WorkerTools } from '@postloom/persistence';
import type { LeasedRow } from '@postloom/persistence';
import { OccurrenceSaga } from './occurrence.saga.ts';
import { RecurrenceSignal } from './recurrence-signal.ts';

interface OccurrenceRow extends LeasedRow {
  readonly business_id: string;
}

/** Takes each occurrence of a recurring schedule through its steps; businesses take turns. */
@Injectable()
export class OccurrencesWorker extends LeasedTableWorker<OccurrenceRow> {
  constructor(
    tools: WorkerTools,
    signal: RecurrenceSignal,
    private readonly saga: OccurrenceSaga,
  ) {
    super(tools, {
      ...{ name: 'occurrences', slots: 8, pollMs: 500, table: 'occurrences', leaseSeconds: 30 },
      ...{ scope: Scope.system('occurrences of all businesses'), turnsBy: 'business_id' },
    });
    signal.onWake(() => this.wake());
  }

  protected override work(row: OccurrenceRow): Promise<void> {
    return this.saga.execute({ id: row.id, businessId: row.business_id, epoch: row.lease_epoch });
  }
}
