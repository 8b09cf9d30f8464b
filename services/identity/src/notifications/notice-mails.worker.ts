import { Injectable } from '@nestjs/common';
import { BatchWorker, Scope, WorkerTools } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { config } from '../config.ts';
import { MailQueue } from '../mail/index.ts';
import { mailPlan, PreferencesRepository } from '../preferences/index.ts';
import type { MailPlan, NoticeKind } from '../preferences/index.ts';
import { NoticeMailsClaims } from './notice-mails.claims.ts';
import type { NoticeMailRow, Recipient } from './notice-mails.claims.ts';

const BATCH = 20;

/**
 * Puts the unread notifications of the kinds that their owner wants by mail into the mail queue, at most one mail per business and hour
 * and not in the owner's quiet hours. Gathering and queueing are one transaction, so a crash repeats or undoes both.
 */
@Injectable()
export class NoticeMailsWorker extends BatchWorker {
  constructor(
    tools: WorkerTools,
    private readonly claims: NoticeMailsClaims,
    private readonly preferences: PreferencesRepository,
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
    const recipient = await this.claims.recipient(tx, row.business_id);
    const plan = recipient === null ? NOTHING : await this.planOf(tx, recipient);
    const due = await this.claims.dueKinds(tx, row.business_id);
    const isAny = (kinds: readonly NoticeKind[]): boolean => kinds.some((kind) => due.has(kind));
    const mailId = recipient !== null && isAny(plan.now) ? await this.queue.add(tx, recipient.id, 'notices') : null;
    await this.claims.give(tx, row.business_id, mailId, plan);
    const until = isAny(plan.later) ? plan.until : null;
    await this.claims.rest(tx, row, mailId !== null, until, config.noticeMailEverySeconds);
  }

  private async planOf(tx: Tx, { id, time_zone: timeZone, now }: Recipient): Promise<MailPlan> {
    return mailPlan(await this.preferences.of(tx, id), timeZone, now);
  }
}

const NOTHING: MailPlan = { now: [], later: [], until: null };
