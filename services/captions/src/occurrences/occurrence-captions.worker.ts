import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Logger, Loops } from '@postloom/chassis';
import type { Loop } from '@postloom/chassis';
import { Leases, Scope, Uow } from '@postloom/persistence';
import type { LeasedRow } from '@postloom/persistence';
import { LEASE_SECONDS, WriteOccurrenceCaption } from './write-occurrence-caption.ts';

const TABLE = 'occurrence_captions';
/** Calls of providers at the same time, of one process. */
const BATCH = 4;
const POLL_MS = 500;
const MOST_BACKOFF_SECONDS = 60;

interface WishRow extends LeasedRow {
  readonly business_id: string;
}

/** Takes the open wishes one small batch after the other. */
@Injectable()
export class OccurrenceCaptionsWorker implements OnModuleInit {
  private loop: Loop | undefined;

  constructor(
    private readonly uow: Uow,
    private readonly loops: Loops,
    private readonly leases: Leases,
    private readonly logger: Logger,
    private readonly write: WriteOccurrenceCaption,
  ) {}

  onModuleInit(): void {
    this.loop = this.loops.start({
      name: 'occurrence captions',
      everyMs: POLL_MS,
      run: (signal) => this.round(signal),
    });
  }

  poke(): void {
    this.loop?.poke();
  }

  private async round(signal: AbortSignal): Promise<boolean> {
    const rows = await this.uow.run(Scope.system('captions of recurring posts of all businesses'), (tx) =>
      this.leases.claim<WishRow>(tx, { table: TABLE, limit: BATCH, leaseSeconds: LEASE_SECONDS }),
    );
    await Promise.all(rows.map((row) => this.one(row, signal)));
    return rows.length === BATCH;
  }

  private async one(row: WishRow, signal: AbortSignal): Promise<void> {
    const { id, business_id: businessId, lease_epoch: epoch, tries } = row;
    try {
      await this.write.execute({ id, businessId, epoch }, signal);
    } catch (error) {
      this.logger.warn('A caption of a recurring post could not be written yet', { id, tries, error });
      const inSeconds = Math.min(MOST_BACKOFF_SECONDS, 2 ** Math.min(tries, 10));
      await this.uow.run(Scope.business(businessId), (tx) =>
        this.leases.release(tx, TABLE, id, epoch, { inSeconds }, { tries: tries + 1 }),
      );
    }
  }
}
