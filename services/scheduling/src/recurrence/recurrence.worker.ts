import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Logger, Loops } from '@postloom/chassis';
import { Leases, Scope, Uow } from '@postloom/persistence';
import type { LeasedRow } from '@postloom/persistence';
import { OccurrenceSaga } from './occurrence.saga.ts';
import { OpenSlots } from './open-slots.ts';
import type { Leased } from './open-slots.ts';
import { RecurrenceSignal } from './recurrence-signal.ts';

/** Small, so that a big customer's slots don't fill a process. */
const BATCH = 8;
const LEASE_SECONDS = 30;
const POLL_MS = 500;
const MOST_BACKOFF_SECONDS = 60;

type Table = 'recurring_schedules' | 'occurrences';

/** The two loops of recurring schedules: slots whose time has come become rows, and each row is taken through its steps. */
@Injectable()
export class RecurrenceWorker implements OnModuleInit {
  constructor(
    private readonly uow: Uow,
    private readonly loops: Loops,
    private readonly leases: Leases,
    private readonly logger: Logger,
    private readonly signal: RecurrenceSignal,
    private readonly openSlots: OpenSlots,
    private readonly saga: OccurrenceSaga,
  ) {}

  onModuleInit(): void {
    const loops = [
      this.loops.start({
        name: 'recurring schedules',
        everyMs: POLL_MS,
        run: () => this.round('recurring_schedules', (leased) => this.openSlots.execute(leased)),
      }),
      this.loops.start({
        name: 'occurrences',
        everyMs: POLL_MS,
        run: () => this.round('occurrences', (leased) => this.saga.execute(leased)),
      }),
    ];
    this.signal.onWake(() => loops.forEach((loop) => loop.poke()));
  }

  /** One batch; true = there may be more. A row whose work fails comes back later, longer each time. */
  private async round(table: Table, work: (leased: Leased) => Promise<void>): Promise<boolean> {
    const rows = await this.uow.run(Scope.system('recurring schedules of all businesses'), (tx) =>
      this.leases.claim<LeasedRow & { business_id: string }>(tx, { table, limit: BATCH, leaseSeconds: LEASE_SECONDS }),
    );
    await Promise.all(
      rows.map(async ({ id, business_id: businessId, lease_epoch: epoch, tries }) => {
        try {
          await work({ id, businessId, epoch });
        } catch (error) {
          this.logger.warn('A step of a recurring schedule failed and will be tried again', {
            table,
            id,
            tries,
            error,
          });
          await this.comeBack(table, { id, businessId, epoch }, tries);
        }
      }),
    );
    return rows.length === BATCH;
  }

  private async comeBack(table: Table, { id, businessId, epoch }: Leased, tries: number): Promise<void> {
    const inSeconds = Math.min(MOST_BACKOFF_SECONDS, 2 ** Math.min(tries, 10));
    await this.uow.run(Scope.business(businessId), (tx) =>
      this.leases.release(tx, table, id, epoch, { inSeconds }, { tries: tries + 1 }),
    );
  }
}
