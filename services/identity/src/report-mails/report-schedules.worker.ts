import { Injectable } from '@nestjs/common';
import { BatchWorker, Scope, WorkerTools } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { ReportMailsWorker } from './report-mails.worker.ts';
import { reportTurns } from './report-turn.ts';
import { ReportSchedulesClaims } from './report-schedules.claims.ts';

const BATCH = 50;

/**
 * Queues each report at its turn. Claiming and queueing are one transaction, and a schedule has one report for a period, so nothing is
 * sent twice, whatever is repeated. Of several turns that were missed while nothing ran, the last is made up for.
 */
@Injectable()
export class ReportSchedulesWorker extends BatchWorker {
  constructor(
    tools: WorkerTools,
    private readonly claims: ReportSchedulesClaims,
    private readonly mails: ReportMailsWorker,
  ) {
    super(tools, { name: 'report schedules', pollMs: 10_000, scope: Scope.system('reports by mail') });
  }

  protected override async batch(tx: Tx): Promise<boolean> {
    const schedules = await this.claims.claim(tx, BATCH);
    for (const schedule of schedules) {
      const { last, next } = reportTurns(schedule, schedule.timeZone, schedule.now);
      if (last.at >= schedule.active_since) {
        await this.claims.queue(tx, schedule, last);
      }
      await this.claims.rest(tx, schedule, next);
    }
    if (schedules.length > 0) {
      tx.afterCommit(() => this.mails.wake());
    }
    return schedules.length === BATCH;
  }
}
