import { Injectable } from '@nestjs/common';
import { BatchWorker, Scope, WorkerTools } from '@postloom/persistence';
import type { LeasedRow, Tx } from '@postloom/persistence';
import { MailQueue } from '../mail/index.ts';
import { PreferencesRepository, quietUntil } from '../preferences/index.ts';
import { SummariesClaims } from './summaries.claims.ts';
import type { Reader } from './summaries.claims.ts';
import { summaryTurn } from './summary-turn.ts';

const BATCH = 50;
/** Summaries in the queue of mails at a time: somebody who waits for a link to sign in is never behind more of them. */
const MOST_WAITING = 200;

/**
 * Queues each person's summary on their Monday morning. What it says is read when it is sent. Claiming and queueing are one transaction,
 * and the queue takes one summary for a person and Monday, so nothing is sent twice, whatever is repeated.
 */
@Injectable()
export class SummariesWorker extends BatchWorker {
  constructor(
    tools: WorkerTools,
    private readonly claims: SummariesClaims,
    private readonly preferences: PreferencesRepository,
    private readonly queue: MailQueue,
  ) {
    super(tools, { name: 'weekly summaries', pollMs: 10_000, scope: Scope.system('weekly summaries') });
  }

  protected override async batch(tx: Tx): Promise<boolean> {
    const room = MOST_WAITING - (await this.claims.waiting(tx, MOST_WAITING));
    const rows = room <= 0 ? [] : await this.claims.claim(tx, Math.min(room, BATCH));
    const readers = new Map(
      (
        await this.claims.readers(
          tx,
          rows.map(({ id }) => id),
        )
      ).map((reader) => [reader.id, reader]),
    );
    for (const row of rows) {
      const reader = readers.get(row.id);
      if (reader !== undefined) {
        await this.serve(tx, row, reader);
      }
    }
    return rows.length === BATCH;
  }

  private async serve(tx: Tx, row: LeasedRow, reader: Reader): Promise<void> {
    const { id, now } = reader;
    const timeZone = reader.time_zone ?? 'UTC';
    const { monday, next } = summaryTurn(id, timeZone, now);
    if (monday === null || !reader.is_confirmed || reader.is_new || reader.time_zone === null) {
      return this.claims.rest(tx, row, next);
    }
    const { kinds, quietHours } = await this.preferences.of(tx, id);
    const quietEnd = quietUntil(quietHours, timeZone, now);
    if (quietEnd !== null) {
      return this.claims.rest(tx, row, quietEnd);
    }
    if (Object.values(kinds).some(({ weekly }) => weekly)) {
      await this.queue.addSummary(tx, id, monday);
    }
    return this.claims.rest(tx, row, next);
  }
}
