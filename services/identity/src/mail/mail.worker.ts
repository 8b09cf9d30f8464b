import { Injectable } from '@nestjs/common';
import { Logger } from '@postloom/chassis';
import { LeasedTableWorker, Scope, Uow, WorkerTools } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { config } from '../config.ts';
import { metrics } from '../metrics.ts';
import { OneUseTokens } from '../one-use-tokens/index.ts';
import { MailQueueClaims } from './mail-queue.claims.ts';
import type { QueuedMail } from './mail-queue.claims.ts';
import { mailText } from './mail-texts.ts';
import type { MailFacts } from './mail-texts.ts';
import { Mailer } from './mailer.ts';
import { NoticesRepository } from './notices.repository.ts';
import { isFinalRefusal, nextTryInSeconds } from './retry.ts';

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
      case 'address_taken':
      case 'password_changed':
      case 'notices':
        return undefined;
    }
  }

  protected override async work(mail: Prepared): Promise<void> {
    const publicUrl = config.publicUrl.replace(/\/+$/, '');
    const notices = await this.noticesOf(mail);
    if (notices === null) {
      await this.uow.run(Scope.global(), (tx) => this.claims.markSent(tx, mail)); // there is nothing left to report
      return;
    }
    const text = mailText(mail.kind, { publicUrl, at: mail.created_at, link: mail.link, notices });
    await this.mailer.send({ ...text, to: mail.email, id: mail.id });
    await this.uow.run(Scope.global(), (tx) => this.claims.markSent(tx, mail));
    metrics.mailsSent.add(1, { kind: mail.kind });
  }

  /** Read when the mail is sent: notifications dismissed in the meantime are not mailed. Undefined for other mails. */
  private async noticesOf(mail: QueuedMail): Promise<MailFacts['notices'] | null> {
    return mail.kind === 'notices'
      ? this.uow.run(Scope.system('a mail about notifications'), (tx) => this.notices.of(tx, mail.id), {
          readOnly: true,
        })
      : undefined;
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

/** 'ECONNECTION', 'EENVELOPE 550': the kind of failure, without the server's text, which quotes addresses. */
function failureName(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
}
