import { Injectable } from '@nestjs/common';
import { Logger } from '@postloom/chassis';
import { schedulingEvents } from '@postloom/contracts';
import { BatchWorker, Scope, WorkerTools } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { dueFacts, DueSignal } from '../posts/index.ts';
import { dispatchDecision } from './dispatch-rules.ts';
import type { DueTarget } from './dispatch-rules.ts';
import { DueTargetsClaims } from './due-targets.claims.ts';
import { FailLateTargets } from './fail-late-targets.ts';

const BATCH = 100;
const POLL_MS = 250;

interface Decided {
  readonly decision: string;
  readonly target: DueTarget;
}

/** Hands due targets to the publisher: polls every 250 ms, and at once after a commit that made something due. */
@Injectable()
export class DispatchWorker extends BatchWorker {
  constructor(
    tools: WorkerTools,
    private readonly logger: Logger,
    private readonly due: DueSignal,
    private readonly claims: DueTargetsClaims,
    private readonly failLate: FailLateTargets,
  ) {
    super(tools, {
      name: 'dispatch',
      pollMs: POLL_MS,
      scope: Scope.system('due targets of all businesses'),
      timeoutMs: 30_000,
    });
  }

  override onModuleInit(): void {
    super.onModuleInit();
    this.due.onWake(() => this.wake());
  }

  protected override async batch(tx: Tx): Promise<boolean> {
    const decided = await this.handOver(tx);
    tx.afterCommit(() => this.count(decided));
    return decided.length === BATCH;
  }

  private count(decided: readonly Decided[]): void {
    for (const { target } of decided.filter(({ decision }) => decision === 'hand_over')) {
      metrics.handedOver.add(1);
      metrics.dueLagSeconds.observe(target.lagSeconds);
    }
    const late = decided.filter(({ decision }) => decision === 'too_late').length;
    if (late > 0) {
      metrics.tooLate.add(late);
      this.logger.warn('Posts were too late to be sent', { targets: late });
    }
  }

  private async handOver(tx: Tx): Promise<Decided[]> {
    const decided = (await this.claims.claim(tx, BATCH)).map((target) => ({ target, ...dispatchDecision(target) }));
    const ready = decided.filter(({ kind }) => kind === 'hand_over').map(({ target }) => target);
    if (ready.length > 0) {
      await this.claims.markDispatched(tx, ready);
    }
    for (const target of ready) {
      await tx.emit(schedulingEvents.targetDue, dueFacts(target));
    }
    const gone = decided.filter(({ kind }) => kind === 'cancel').map(({ target }) => target.id);
    if (gone.length > 0) {
      await this.claims.cancel(tx, gone);
    }
    const late = decided.flatMap((one) => (one.kind === 'too_late' ? [one] : []));
    // In the order of the posts' ids, so that two dispatchers with the same posts lock them in the same order.
    const byPost = [...Map.groupBy(late, ({ target }) => target.postId)].toSorted(([a], [b]) => (a < b ? -1 : 1));
    for (const [, group] of byPost) {
      const [first] = group;
      if (first === undefined) {
        continue;
      }
      await this.failLate.execute(
        tx,
        group.map(({ target }) => target),
        first.error,
      );
    }
    return decided.map(({ kind, target }) => ({ decision: kind, target }));
  }
}
