import { Injectable } from '@nestjs/common';
import { BatchWorker, Scope, WorkerTools } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { MailQueue } from '../mail/index.ts';
import { NoticeMailsClaims } from './notice-mails.claims.ts';
import type { NoticeMailRow } from './notice-mails.claims.ts';

const BATCH = 20;

/**
 * Puts critical unread notifications into the mail queue, at most one mail per business and hour. Gathering and queueing are one
 * transaction, so a crash repeats or undoes both.
 */
@Injectable()
export class NoticeMailsWorker extends BatchWorker {
  constructor(
    tools: WorkerTools,
    private readonly claims: NoticeMailsClaims,
    private readonly queue: MailQueue,
  ) {
    super(tools, { name: 'notice mails', pollMs: 5_000, scope: Scope.system('notice mails') });
  }

  protected override async batch(tx: Tx): Promise<boolean> {
    const rows = await this.claims.claim(tx, BATCH);
    for (const row of rows) {
      await this.give(tx, row);
    }
    return rows.length === BATCH;
  }

  private async give(tx: Tx, row: NoticeMailRow): Promise<void> {
    const userId = await this.claims.recipient(tx, row.business_id);
    const mailId = userId === null ? null : await this.queue.add(tx, userId, 'notices');
    await this.claims.give(tx, row.business_id, mailId);
    await this.claims.rest(tx, row, mailId !== null);
  }
}
