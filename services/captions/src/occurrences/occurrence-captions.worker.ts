import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { aiProviders } from '@postloom/contracts';
import type { AiProvider } from '@postloom/contracts';
import { LeasedTableWorker, Scope, WorkerTools } from '@postloom/persistence';
import type { LeasedRow, Run } from '@postloom/persistence';
import { LEASE_SECONDS, WriteOccurrenceCaption } from './write-occurrence-caption.ts';

interface CaptionRow extends LeasedRow {
  readonly business_id: string;
}

/** The requests that ask one provider first; businesses take turns. */
class LaneWorker extends LeasedTableWorker<CaptionRow> {
  constructor(
    tools: WorkerTools,
    lane: AiProvider,
    private readonly write: WriteOccurrenceCaption,
  ) {
    super(tools, {
      ...{ name: `occurrence captions of ${lane}`, slots: 4, pollMs: 1_000, leaseSeconds: LEASE_SECONDS },
      ...{ table: 'occurrence_captions', where: `lane = '${lane}'`, turnsBy: 'business_id' },
      scope: Scope.system('captions of recurring posts of all businesses'),
    });
  }

  protected override work(row: CaptionRow, { signal }: Run): Promise<void> {
    return this.write.execute({ id: row.id, businessId: row.business_id, epoch: row.lease_epoch }, signal);
  }
}

/** Writes the captions that recurring posts wait for, with slots for each provider: a slow one delays only those who chose it. */
@Injectable()
export class OccurrenceCaptionsWorker implements OnModuleInit {
  private readonly lanes: ReadonlyMap<AiProvider, LaneWorker>;

  constructor(tools: WorkerTools, write: WriteOccurrenceCaption) {
    this.lanes = new Map(aiProviders.map(({ id }) => [id, new LaneWorker(tools, id, write)]));
  }

  onModuleInit(): void {
    for (const lane of this.lanes.values()) {
      lane.onModuleInit();
    }
  }

  /** There is work: it begins now instead of at the next poll. */
  wake(lane: AiProvider): void {
    this.lanes.get(lane)?.wake();
  }
}
