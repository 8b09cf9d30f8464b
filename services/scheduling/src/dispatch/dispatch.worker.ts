import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Logger, Loops } from '@postloom/chassis';
import { schedulingEvents } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { metrics } from '../metrics.ts';
import { dueFacts, DueSignal } from '../posts/index.ts';
import { dispatchDecision } from './dispatch-rules.ts';
import type { DueTarget } from './dispatch-rules.ts';
import { DueTargetsClaims } from './due-targets.claims.ts';
import { FailLateTargets } from './fail-late-targets.ts';

const BATCH = 100;
const POLL_MS = 250;

/** Hands due targets to the publisher: polls every 250 ms, and at once after a commit that made something due. */
@Injectable()
export class DispatchWorker implements OnModuleInit {
  constructor(
    private readonly uow: Uow,
    private readonly loops: Loops,
    private readonly logger: Logger,
    private readonly due: DueSignal,
    private readonly claims: DueTargetsClaims,
    private readonly failLate: FailLateTargets,
  ) {}

  onModuleInit(): void {
    const loop = this.loops.start({ name: 'dispatch', everyMs: POLL_MS, run: () => this.round() });
    this.due.onWake(() => loop.poke());
  }

  /** One batch; true when there may be more. */
  async round(): Promise<boolean> {
    const batch = await this.uow.run(Scope.system('due targets of all businesses'), (tx) => this.handOver(tx), {
      timeoutMs: 30_000,
    });
    for (const { decision, target } of batch) {
      if (decision !== 'hand_over') {
        continue;
      }
      metrics.handedOver.add(1);
      metrics.dueLagSeconds.observe(target.lagSeconds);
    }
    const late = batch.filter(({ decision }) => decision === 'too_late').length;
    if (late > 0) {
      metrics.tooLate.add(late);
      this.logger.warn('Posts were too late to be sent', { targets: late });
    }
    return batch.length === BATCH;
  }

  private async handOver(tx: Tx): Promise<{ decision: string; target: DueTarget }[]> {
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
