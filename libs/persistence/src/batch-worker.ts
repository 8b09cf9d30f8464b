import type { OnModuleInit } from '@nestjs/common';
import type { Loop } from '@postloom/chassis';
import type { WorkerTools } from './leased-worker.ts';
import type { Scope } from './scope.ts';
import type { Tx } from './tx.ts';

export interface BatchSettings {
  /** For logs and metrics. */
  readonly name: string;
  /** Milliseconds between two batches when nothing wakes the worker (with jitter). */
  readonly pollMs: number;
  readonly scope: Scope;
  /** Longest time of one statement, default 5 s. */
  readonly timeoutMs?: number;
}

/**
 * Background work whose claim and effect are one short transaction of SQL: no lease is needed, a killed process rolls back, and `FOR UPDATE
 * SKIP LOCKED` keeps the processes apart. Work that calls anything but the database is a `LeasedWorker`.
 */
export abstract class BatchWorker implements OnModuleInit {
  private loop: Loop | undefined;

  constructor(
    private readonly tools: WorkerTools,
    private readonly batchSettings: BatchSettings,
  ) {}

  /** Claims and handles one batch. True: there may be more. */
  protected abstract batch(tx: Tx): Promise<boolean>;

  onModuleInit(): void {
    const { name, pollMs } = this.batchSettings;
    this.loop = this.tools.loops.start({ name, everyMs: pollMs, run: () => this.round() });
  }

  /** There is work: begin now instead of at the next poll. */
  wake(): void {
    this.loop?.wake();
  }

  /** Runs one batch now. True: there may be more. */
  round(): Promise<boolean> {
    const { scope, timeoutMs } = this.batchSettings;
    return this.tools.uow.run(scope, (tx) => this.batch(tx), timeoutMs === undefined ? {} : { timeoutMs });
  }
}
