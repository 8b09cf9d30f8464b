import { Injectable } from '@nestjs/common';
import { LeasedTableWorker, Scope, WorkerTools } from '@postloom/persistence';
import type { LeasedRow, Run } from '@postloom/persistence';
import { LEASE_SECONDS, WriteOccurrenceCaption } from './write-occurrence-caption.ts';

interface CaptionRow extends LeasedRow {
  readonly business_id: string;
}

/** Writes the captions that recurring posts wait for; businesses take turns. */
@Injectable()
export class OccurrenceCaptionsWorker extends LeasedTableWorker<CaptionRow> {
  constructor(
    tools: WorkerTools,
    private readonly write: WriteOccurrenceCaption,
  ) {
    super(tools, {
      ...{
        name: 'occurrence captions',
        slots: 4,
        pollMs: 500,
        table: 'occurrence_captions',
        leaseSeconds: LEASE_SECONDS,
      },
      ...{ scope: Scope.system('captions of recurring posts of all businesses'), turnsBy: 'business_id' },
    });
  }

  protected override work(row: CaptionRow, { signal }: Run): Promise<void> {
    return this.write.execute({ id: row.id, businessId: row.business_id, epoch: row.lease_epoch }, signal);
  }
}
