import type { LeasedRow } from './leases.ts';
import { LeasedTableWorker } from './leased-worker.ts';
import type { Run, WorkerTools } from './leased-worker.ts';
import { Scope } from './scope.ts';
import type { Tx } from './tx.ts';

export interface HousekeepingJob {
  /** Unique in the service, and the same in every version of it: names the row. */
  readonly name: string;
  /** Seconds from the end of one run to the next, over all processes together. */
  readonly everySeconds: number;
  /** One batch, at most 30 seconds. True: there is more, call again. */
  run(): Promise<boolean | void>;
}

const TABLE = 'housekeeping';
const LEASE_SECONDS = 60;
/** A job with more to do after this time yields to the other jobs first. Lease > this + one batch. */
const LONGEST_RUN_MS = 20_000;

/**
 * Periodic work for the whole installation: old rows, partitions, expired reservations. Each job is a leased row in
 * `housekeeping`, so it runs in one process at a time and at its own interval, however many processes there are.
 */
export class Housekeeping extends LeasedTableWorker<LeasedRow> {
  private readonly jobs = new Map<string, HousekeepingJob>();
  private known = 0;

  constructor(tools: WorkerTools) {
    super(tools, {
      ...{ name: 'housekeeping', slots: 1, pollMs: 5_000 },
      ...{ table: TABLE, leaseSeconds: LEASE_SECONDS, scope: Scope.global() },
    });
  }

  /** Registers a job; call it from `onModuleInit`. @throws {Error} when the name is taken */
  add(job: HousekeepingJob): void {
    if (this.jobs.has(job.name)) {
      throw new Error(`there are two housekeeping jobs named "${job.name}"`);
    }
    this.jobs.set(job.name, job);
  }

  protected override async claimRows(tx: Tx, free: number): Promise<LeasedRow[]> {
    const names = [...this.jobs.keys()];
    if (this.known < names.length) {
      await tx.execute(`INSERT INTO ${TABLE} (id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`, [names]);
      tx.afterCommit(() => {
        this.known = names.length;
      });
    }
    return this.tools.leases.claim(tx, {
      ...{ table: TABLE, limit: free, leaseSeconds: LEASE_SECONDS },
      ...{ where: 'id = ANY ($1::text[])', params: [names] },
    });
  }

  protected override async work({ id, lease_epoch: epoch }: LeasedRow, { signal, claimedAtMs }: Run): Promise<void> {
    const job = this.jobs.get(id);
    if (job === undefined) {
      throw new Error(`there is no housekeeping job named "${id}"`);
    }
    const { clock, uow, leases } = this.tools;
    let more = true;
    while (more && !signal.aborted && clock.monotonicMs() - claimedAtMs < LONGEST_RUN_MS) {
      more = (await job.run()) === true;
    }
    const inSeconds = more ? 0 : job.everySeconds;
    await uow.run(Scope.global(), (tx) => leases.release(tx, TABLE, id, epoch, { inSeconds }));
  }
}
