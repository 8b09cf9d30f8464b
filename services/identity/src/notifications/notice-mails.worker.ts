import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Loops } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { MailQueue } from '../mail/index.ts';
import { NoticeMailsClaims } from './notice-mails.claims.ts';
import type { NoticeMailRow } from './notice-mails.claims.ts';

const EVERY_MS = 5_000;
const BATCH = 20;
const CLEAN_EVERY_MS = 10 * 60_000;

/**
 * Puts what is critical and still unread into the mail queue, at most one mail per business and hour. Gathering and queueing
 * are one transaction, so a crash repeats or undoes both.
 */
@Injectable()
export class NoticeMailsWorker implements OnModuleInit {
  constructor(
    private readonly loops: Loops,
    private readonly uow: Uow,
    private readonly claims: NoticeMailsClaims,
    private readonly queue: MailQueue,
  ) {}

  onModuleInit(): void {
    this.loops.start({ name: 'notice mails', everyMs: EVERY_MS, run: () => this.round() });
    this.loops.start({ name: 'old notifications', everyMs: CLEAN_EVERY_MS, run: () => this.clean() });
  }

  /** True when there may be more. */
  round(): Promise<boolean> {
    return this.uow.run(Scope.system('notice mails'), async (tx) => {
      const rows = await this.claims.claim(tx, BATCH);
      for (const row of rows) {
        await this.give(tx, row);
      }
      return rows.length === BATCH;
    });
  }

  /** One batch; true when there may be more. */
  clean(): Promise<boolean> {
    return this.uow.run(Scope.system('old notifications'), (tx) => this.claims.deleteOld(tx));
  }

  private async give(tx: Tx, row: NoticeMailRow): Promise<void> {
    const userId = await this.claims.recipient(tx, row.business_id);
    const mailId = userId === null ? null : await this.queue.add(tx, userId, 'notices');
    await this.claims.give(tx, row.business_id, mailId);
    await this.claims.rest(tx, row, mailId !== null);
  }
}
