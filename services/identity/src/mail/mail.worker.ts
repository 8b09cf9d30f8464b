import { Injectable } from '@nestjs/common';
import { Logger } from '@postloom/chassis';
import { NotificationKind } from '@postloom/contracts';
import { LeasedTableWorker, Scope, Uow, WorkerTools } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { config } from '../config.ts';
import { metrics } from '../metrics.ts';
import { OneUseTokens } from '../one-use-tokens/index.ts';
import { UnsubscribeLinks } from '../preferences/index.ts';
import type { StoppableChannel } from '../preferences/index.ts';
import { MailQueueClaims } from './mail-queue.claims.ts';
import type { QueuedMail } from './mail-queue.claims.ts';
import { mailText } from './mail-texts.ts';
import type { MailFacts } from './mail-texts.ts';
import { Mailer } from './mailer.ts';
import { NoticesRepository } from './notices.repository.ts';
import { ReadWeek } from './read-week.ts';
import { failureName, isFinalRefusal, nextTryInSeconds } from './retry.ts';

/** Longer than the mailer's own limits, so that the lease ends only when the process is gone. */
const LEASE_SECONDS = 60;

interface Prepared extends QueuedMail {
  readonly link: MailFacts['link'];
}

/**
 * Sends what waits in the queue: leased rows, so a mail survives the process that was sending it. People take turns: the
 * notifications of somebody with a thousand businesses do not delay another person's link to set a password.
 */
@Injectable()
export class MailWorker extends LeasedTableWorker<Prepared> {
  constructor(
    tools: WorkerTools,
    private readonly logger: Logger,
    private readonly uow: Uow,
    private readonly claims: MailQueueClaims,
    private readonly tokens: OneUseTokens,
    private readonly mailer: Mailer,
    private readonly notices: NoticesRepository,
    private readonly readWeek: ReadWeek,
    private readonly unsubscribeLinks: UnsubscribeLinks,
  ) {
    super(tools, {
      ...{ name: 'mail', slots: 4, pollMs: 1_000, table: 'mail_queue', leaseSeconds: LEASE_SECONDS },
      ...{ scope: Scope.global(), turnsBy: 'user_id' },
    });
  }

  protected override async claimRows(tx: Tx, free: number): Promise<Prepared[]> {
    const prepared: Prepared[] = [];
    for (const mail of await this.claims.withAddresses(tx, await super.claimRows(tx, free))) {
      prepared.push({ ...mail, link: await this.link(tx, mail) });
    }
    return prepared;
  }

  /** Each try makes a new link; an earlier one that did arrive after all works as well. */
  private async link(tx: Tx, mail: QueuedMail): Promise<MailFacts['link']> {
    const person = { id: mail.user_id, email: mail.email };
    switch (mail.kind) {
      case 'verify_email':
        return this.tokens.issue(tx, 'verify_email', person);
      case 'reset_password':
        return this.tokens.issue(tx, 'reset_password', person);
      case 'connect_sign_in':
        return this.tokens.issue(tx, 'connect_sign_in', person);
      case 'delete_account':
        return this.tokens.issue(tx, 'delete_account', person);
      case 'change_email':
        return this.tokens.issue(tx, 'change_email', person);
      case 'password_replaced':
      case 'email_change_asked':
      case 'email_changed':
      case 'ways_changed':
        return this.tokens.issue(tx, 'secure_account', person);
      case 'account_deleted':
      case 'address_in_use':
      case 'address_taken':
      case 'password_changed':
      case 'payment_failed':
      case 'export_ready':
      case 'export_failed':
      case 'import_ended':
      case 'notices':
      case 'weekly':
        return undefined;
    }
  }

  protected override async work(mail: Prepared): Promise<void> {
    const publicUrl = config.publicUrl.replace(/\/+$/, '');
    const told = await this.told(mail);
    if (told === null) {
      await this.uow.run(Scope.global(), (tx) => this.claims.markSent(tx, mail)); // there is nothing left to report
      return;
    }
    const text = mailText(mail.kind, { publicUrl, at: mail.created_at, link: mail.link, ...told });
    await this.mailer.send({ ...text, to: mail.email, id: mail.id });
    await this.uow.run(Scope.global(), (tx) => this.claims.markSent(tx, mail));
    metrics.mailsSent.add(1, { kind: mail.kind });
  }

  /**
   * What mails that can be stopped tell, and the link that stops them; null when there is nothing to tell. Read when the mail is sent:
   * notifications dismissed in the meantime are not mailed.
   */
  private async told(mail: QueuedMail): Promise<Pick<MailFacts, 'notices' | 'week' | 'unsubscribeToken'> | null> {
    switch (mail.kind) {
      case 'notices': {
        const found = await this.read((tx) => this.notices.of(tx, mail.id));
        return found === null
          ? null
          : { notices: found.notices, unsubscribeToken: await this.stoppedBy(mail.user_id, 'mail', found.kinds) };
      }
      case 'weekly': {
        const known = await this.read((tx) => this.readWeek.known(tx, mail.user_id));
        const week = await this.readWeek.complete(known, mail.monday ?? '');
        const all = NotificationKind.options;
        return week === null ? null : { week, unsubscribeToken: await this.stoppedBy(mail.user_id, 'weekly', all) };
      }
      case 'verify_email':
      case 'reset_password':
      case 'connect_sign_in':
      case 'delete_account':
      case 'account_deleted':
      case 'address_taken':
      case 'password_changed':
      case 'password_replaced':
      case 'change_email':
      case 'address_in_use':
      case 'email_change_asked':
      case 'email_changed':
      case 'ways_changed':
      case 'payment_failed':
      case 'export_ready':
      case 'export_failed':
      case 'import_ended':
        return {};
    }
  }

  private read<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.uow.run(Scope.system('what a mail tells'), work, { readOnly: true });
  }

  private stoppedBy(userId: string, channel: StoppableChannel, kinds: readonly NotificationKind[]): Promise<string> {
    return this.uow.run(Scope.global(), (tx) => this.unsubscribeLinks.issue(tx, userId, channel, kinds));
  }

  protected override async failed(mail: Prepared, error: unknown): Promise<void> {
    const wait = isFinalRefusal(error) ? null : nextTryInSeconds(mail.tries);
    const reason = failureName(error);
    await this.uow.run(Scope.global(), (tx) => this.claims.markFailed(tx, mail, reason, wait));
    metrics.mailsFailed.add(1, { kind: mail.kind, again: wait === null ? 'no' : 'yes' });
    const fields = { mailId: mail.id, kind: mail.kind, reason, tries: mail.tries, nextTryInSeconds: wait };
    if (wait === null) {
      this.logger.error('A mail could not be delivered and is given up', fields);
    } else {
      this.logger.warn('A mail could not be delivered and will be tried again', fields);
    }
  }
}
