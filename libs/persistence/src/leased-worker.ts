import type { OnModuleInit } from '@nestjs/common';
import { counter, defineMetrics, gauge, histogram } from '@postloom/chassis';
import type { Clock, Logger, Loop, Loops, ShutdownRegistry } from '@postloom/chassis';
import { FIRST_TURN } from './leases.ts';
import type { FairTurn, LeasedRow, Leases, TurnColumn } from './leases.ts';
import type { Scope } from './scope.ts';
import type { Tx } from './tx.ts';
import type { Uow } from './uow.ts';

const MOST_BACKOFF_SECONDS = 60;
const BACKLOG_EVERY_MS = 15_000;
/** Two may fail before the row is lost. */
const SIGNS_PER_LEASE = 3;

const metrics = defineMetrics('worker', {
  ready: gauge('Rows that are ready and that nobody works on, counted up to 1,000', ['worker']),
  oldestSeconds: gauge('How long the oldest ready row has been waiting', ['worker']),
  running: gauge('Rows this process works on', ['worker']),
  failures: counter('Rows whose work failed and that come back later', ['worker']),
  tries: histogram('How often a row has been claimed since it last succeeded', {
    labels: ['worker'],
    buckets: [1, 2, 3, 5, 8, 13, 21, 34],
  }),
});

/** What every background worker needs, injected as one. */
export class WorkerTools {
  constructor(
    readonly uow: Uow,
    readonly loops: Loops,
    readonly leases: Leases,
    readonly logger: Logger,
    readonly clock: Clock,
    readonly shutdown: ShutdownRegistry,
  ) {}
}

export interface WorkerSettings {
  /** For logs and metrics. */
  readonly name: string;
  /** Rows that this process works on at the same time. */
  readonly slots: number;
  /** Milliseconds between two claims when nothing wakes the worker (with jitter). */
  readonly pollMs: number;
}

/** Context of the work on one row. */
export interface Run {
  /** Aborted when the process stops; the row is released and another process continues. */
  readonly signal: AbortSignal;
  /** The monotonic clock before the claim; the lease is counted from here. */
  readonly claimedAtMs: number;
}

/**
 * Background work in free slots: it claims as many rows as there are free slots, and the next row as soon as one is done,
 * so a slow row occupies one slot and nothing else. It wakes on `wake` and by polling, and finishes running work when the
 * process stops. Subclasses define how rows are claimed and processed. Work that is a single short transaction is a `BatchWorker`.
 */
export abstract class LeasedWorker<R> implements OnModuleInit {
  private readonly running = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private loop: Loop | undefined;

  constructor(
    protected readonly tools: WorkerTools,
    private readonly settings: WorkerSettings,
  ) {}

  /** Claims up to `free` rows, in one transaction of its own. */
  protected abstract claim(free: number): Promise<readonly R[]>;
  /** Does the work of one row; its own transactions are fenced by the row's epoch. */
  protected abstract work(row: R, run: Run): Promise<void>;
  /** The work threw: decides when the row is ready again. */
  protected abstract failed(row: R, error: unknown): Promise<void>;

  onModuleInit(): void {
    const { loops, shutdown } = this.tools;
    const { name, pollMs } = this.settings;
    this.loop = loops.start({ name, everyMs: pollMs, run: () => this.fill() });
    shutdown.register('stop-intake', name, () => this.stopping.abort());
    shutdown.register('drain', name, async () => {
      await Promise.all(this.running);
    });
  }

  /** There is work: claim now instead of at the next poll. */
  wake(): void {
    this.loop?.wake();
  }

  private async fill(): Promise<boolean> {
    const free = this.settings.slots - this.running.size;
    if (free <= 0 || this.stopping.signal.aborted) {
      return false;
    }
    const claimedAtMs = this.tools.clock.monotonicMs();
    const rows = await this.claim(free);
    for (const row of rows) {
      const run = this.one(row, { signal: this.stopping.signal, claimedAtMs }).finally(() => {
        this.running.delete(run);
        this.showRunning();
        this.wake();
      });
      this.running.add(run);
    }
    this.showRunning();
    return rows.length === free;
  }

  private async one(row: R, run: Run): Promise<void> {
    try {
      await this.perform(row, run);
    } catch (error) {
      metrics.failures.add(1, { worker: this.settings.name });
      await this.failed(row, error).catch((second: unknown) => {
        this.tools.logger.warn('A row could not be given back; it is ready again when its lease ends', {
          worker: this.settings.name,
          error: second,
        });
      });
    }
  }

  /** The work with what surrounds it. */
  protected perform(row: R, run: Run): Promise<void> {
    return this.work(row, run);
  }

  private showRunning(): void {
    metrics.running.set(this.running.size, { worker: this.settings.name });
  }
}

export interface LeasedTableSettings extends WorkerSettings {
  /** A table with `leasedColumns()` and `leasedIndex()`. */
  readonly table: string;
  readonly leaseSeconds: number;
  /**
   * For work that may take longer than its lease: signs of life extend it so long while the work runs. The row of a process that dies is
   * taken over after the lease, and of one that hangs after this.
   */
  readonly keptForSeconds?: number;
  readonly scope: Scope;
  /** Further condition for rows to claim. */
  readonly where?: string;
  /** Whose rows take turns, so that one flood does not delay everybody else; the table has the index of `fairIndex`. */
  readonly turnsBy?: TurnColumn;
}

/**
 * The usual case: the rows of one leased table. What fails comes back after 1, 2, 4 … 60 seconds; what ends because the process stops, with
 * the reason of its signal, is another process's at once, and no failure.
 */
export abstract class LeasedTableWorker<R extends LeasedRow> extends LeasedWorker<R> {
  private readonly turn: FairTurn = { after: FIRST_TURN };

  constructor(
    tools: WorkerTools,
    protected readonly leased: LeasedTableSettings,
  ) {
    super(tools, leased);
  }

  override onModuleInit(): void {
    super.onModuleInit();
    const { name, scope, table, where } = this.leased;
    const { uow, loops, leases } = this.tools;
    loops.start({
      name: `${name} backlog`,
      everyMs: BACKLOG_EVERY_MS,
      run: async () => {
        const { ready, oldestSeconds } = await uow.run(scope, (tx) => leases.backlog(tx, table, where), {
          readOnly: true,
        });
        metrics.ready.set(ready, { worker: name });
        metrics.oldestSeconds.set(oldestSeconds, { worker: name });
      },
    });
  }

  protected override async claim(free: number): Promise<readonly R[]> {
    const rows = await this.tools.uow.run(this.leased.scope, (tx) => this.claimRows(tx, free));
    for (const { tries } of rows) {
      metrics.tries.observe(tries, { worker: this.leased.name });
    }
    return rows;
  }

  /** The claim itself; a subclass may read more about the rows in the same transaction. */
  protected claimRows(tx: Tx, free: number): Promise<R[]> {
    const { table, leaseSeconds, where, turnsBy } = this.leased;
    const options = { table, leaseSeconds, limit: free, ...(where === undefined ? {} : { where }) };
    return turnsBy === undefined
      ? this.tools.leases.claim<R>(tx, options)
      : this.tools.leases.claimFairly<R>(tx, { ...options, turnsBy }, this.turn);
  }

  protected override async perform(row: R, run: Run): Promise<void> {
    const { scope, table } = this.leased;
    try {
      await this.workKept(row, run);
    } catch (error) {
      if (error !== run.signal.reason) {
        throw error;
      }
      const { id, lease_epoch: epoch } = row;
      await this.tools.uow.run(scope, (tx) => this.tools.leases.release(tx, table, id, epoch, 'now'));
    }
  }

  private async workKept(row: R, run: Run): Promise<void> {
    const { keptForSeconds } = this.leased;
    if (keptForSeconds === undefined) {
      return this.work(row, run);
    }
    const done = new AbortController();
    const signs = this.giveSigns(row, keptForSeconds, done.signal);
    try {
      await this.work(row, run);
    } finally {
      done.abort();
      await signs;
    }
  }

  private async giveSigns(row: R, seconds: number, done: AbortSignal): Promise<void> {
    const { name, leaseSeconds } = this.leased;
    const { clock, logger } = this.tools;
    const lastMs = clock.monotonicMs() + seconds * 1_000;
    for (;;) {
      await clock.delay((leaseSeconds * 1_000) / SIGNS_PER_LEASE, done);
      if (done.aborted || clock.monotonicMs() > lastMs) {
        return;
      }
      // One that fails is no reason to stop the work: what it writes is fenced, and the next one may succeed.
      await this.keepLease(row).catch((error: unknown) => {
        logger.warn('A lease could not be extended', { worker: name, id: row.id, error });
      });
    }
  }

  /** A sign of life of long work, in a transaction of its own. @throws Error when the lease was lost: another process has the row */
  protected async keepLease(row: R): Promise<void> {
    await this.tools.uow.run(this.leased.scope, (tx) => this.extendLease(tx, row));
  }

  /** The same within a transaction, which then is of this claim alone. */
  protected async extendLease(tx: Tx, { id, lease_epoch: epoch }: R): Promise<void> {
    const { name, table, leaseSeconds } = this.leased;
    if (!(await this.tools.leases.extend(tx, table, id, epoch, leaseSeconds))) {
      throw new Error(`the lease of a row of ${name} was lost`);
    }
  }

  protected override async failed(row: R, error: unknown): Promise<void> {
    const { name, scope, table } = this.leased;
    const { id, lease_epoch: epoch, tries } = row;
    const inSeconds = backoffSeconds(tries);
    this.tools.logger.warn('The work on a row failed and will be tried again', {
      worker: name,
      id,
      tries,
      inSeconds,
      error,
    });
    await this.tools.uow.run(scope, (tx) => this.tools.leases.postpone(tx, table, id, epoch, inSeconds));
  }
}

/** 1, 2, 4 … up to 60 seconds after the first, second, third try. */
export function backoffSeconds(tries: number, most = MOST_BACKOFF_SECONDS): number {
  return Math.min(most, 2 ** Math.min(Math.max(tries - 1, 0), 30));
}
