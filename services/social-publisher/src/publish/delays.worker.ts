import { Injectable } from '@nestjs/common';
import { BatchWorker, Housekeeping, Scope, Uow, WorkerTools } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { BlockChanges } from '../lanes/index.ts';
import type { BlockSubject } from '../lanes/index.ts';
import { metrics } from '../metrics.ts';
import { DelaysClaims } from './delays.claims.ts';
import { TargetEvents } from './target-events.ts';

const BATCH = 200;
const scope = Scope.system('delays of all businesses');
/** For changes that no process knows of: stops by an operator, their next hour, a process that died after its commit. */
const SWEEP_EVERY_SECONDS = 60;
/** What is too late may wait this long for its end: finding it reads everything that waits. */
const EXPIRE_EVERY_SECONDS = 5;

/**
 * Notifies people until when their posts are blocked and why, once per end, and fails what has become too late. The process that writes a
 * block, or queues a post under one, notifies at once; a sweep by one process finds the rest.
 */
@Injectable()
export class DelaysWorker extends BatchWorker {
  /** By account or platform; each once, however many posts wait there. */
  private readonly changed = new Map<string, BlockSubject>();

  constructor(
    tools: WorkerTools,
    private readonly uow: Uow,
    private readonly housekeeping: Housekeeping,
    private readonly claims: DelaysClaims,
    private readonly events: TargetEvents,
    private readonly blocks: BlockChanges,
  ) {
    // An idle poll costs nothing: without a change there is no transaction. It repeats what failed.
    super(tools, { name: 'delays', pollMs: 1_000, scope });
  }

  override onModuleInit(): void {
    super.onModuleInit();
    this.blocks.onChange((subject) => {
      this.changed.set('accountId' in subject ? subject.accountId : subject.platform, subject);
      this.wake();
    });
    this.housekeeping.add({ name: 'delays', everySeconds: SWEEP_EVERY_SECONDS, run: () => this.sweep() });
    this.housekeeping.add({ name: 'late-jobs', everySeconds: EXPIRE_EVERY_SECONDS, run: () => this.expire() });
  }

  override round(): Promise<boolean> {
    return this.changed.size === 0 ? Promise.resolve(false) : super.round();
  }

  protected override async batch(tx: Tx): Promise<boolean> {
    const [next] = this.changed;
    if (next === undefined) {
      return false;
    }
    const [key, subject] = next;
    const isDone = !(await this.notify(tx, subject));
    tx.afterCommit(() => {
      // A concurrent change has put a subject of its own here.
      if (isDone && this.changed.get(key) === subject) {
        this.changed.delete(key);
      }
    });
    return true;
  }

  /** One batch of everything that is blocked; true when there may be more. */
  sweep(): Promise<boolean> {
    return this.uow.run(scope, (tx) => this.notify(tx, 'all'));
  }

  private async notify(tx: Tx, subject: BlockSubject | 'all'): Promise<boolean> {
    const unannounced = await this.claims.unannounced(tx, BATCH, subject);
    for (const { businessId, job, until } of unannounced) {
      await this.events.delayed(tx, businessId, job, until);
    }
    return unannounced.length === BATCH;
  }

  private expire(): Promise<boolean> {
    return this.uow.run(scope, async (tx) => {
      const expired = await this.claims.expired(tx, BATCH);
      for (const { businessId, job } of expired) {
        await this.events.end(tx, businessId, job);
        tx.afterCommit(() => metrics.jobsEndedTotal.add(1, { platform: job.platform, end: 'failed' }));
      }
      return expired.length === BATCH;
    });
  }
}
