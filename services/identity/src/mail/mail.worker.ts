import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Logger, Loops } from '@postloom/chassis';
import type { Loop } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
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

const EVERY_MS = 1_000;
const AT_ONCE = 4;

type Prepared = readonly [QueuedMail, MailFacts['link']];

/** Sends what waits in the queue: leased rows, so a mail survives the process that was sending it. */
@Injectable()
export class MailWorker implements OnModuleInit {
  private loop: Loop | undefined;

  constructor(
    private readonly loops: Loops,
    private readonly logger: Logger,
    private readonly uow: Uow,
    private readonly claims: MailQueueClaims,
    private readonly tokens: OneUseTokens,
    private readonly mailer: Mailer,
    private readonly notices: NoticesRepository,
  ) {}

  onModuleInit(): void {
    this.loop = this.loops.start({ name: 'mail', everyMs: EVERY_MS, run: () => this.sendBatch() });
  }

  /** There is a new mail. */
  poke(): void {
    this.loop?.poke();
  }

  private async sendBatch(): Promise<boolean> {
    const batch = await this.uow.run(Scope.global(), async (tx) => {
      const mails = await this.claims.claim(tx, AT_ONCE);
      const prepared: Prepared[] = [];
      for (const mail of mails) {
        prepared.push([mail, await this.link(tx, mail)]);
      }
      return prepared;
    });
    await Promise.all(batch.map((prepared) => this.send(prepared)));
    return batch.length === AT_ONCE;
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

  private async send([mail, link]: Prepared): Promise<void> {
    const publicUrl = config.publicUrl.replace(/\/+$/, '');
    try {
      const notices = await this.noticesOf(mail);
      if (notices === null) {
        await this.uow.run(Scope.global(), (tx) => this.claims.markSent(tx, mail)); // nothing is left to be told
        return;
      }
      const text = mailText(mail.kind, { publicUrl, at: mail.created_at, link, notices });
      await this.mailer.send({ ...text, to: mail.email, id: mail.id });
    } catch (error) {
      await this.fail(mail, error);
      return;
    }
    await this.uow.run(Scope.global(), (tx) => this.claims.markSent(tx, mail));
    metrics.mailsSent.add(1, { kind: mail.kind });
  }

  /** Read when the mail is sent: what was put away meanwhile is not mailed. Undefined for other mails. */
  private async noticesOf(mail: QueuedMail): Promise<MailFacts['notices'] | null> {
    return mail.kind === 'notices'
      ? this.uow.run(Scope.system('a mail about notifications'), (tx) => this.notices.of(tx, mail.id), {
          readOnly: true,
        })
      : undefined;
  }

  private async fail(mail: QueuedMail, error: unknown): Promise<void> {
    const wait = isFinalRefusal(error) ? null : nextTryInSeconds(mail.tries + 1);
    const reason = failureName(error);
    await this.uow.run(Scope.global(), (tx) => this.claims.markFailed(tx, mail, reason, wait));
    metrics.mailsFailed.add(1, { kind: mail.kind, again: wait === null ? 'no' : 'yes' });
    const fields = { mailId: mail.id, kind: mail.kind, reason, tries: mail.tries + 1, nextTryInSeconds: wait };
    if (wait === null) {
      this.logger.error('A mail could not be delivered and is given up', fields);
    } else {
      this.logger.warn('A mail could not be delivered and will be tried again', fields);
    }
  }
}

/** 'ECONNECTION', 'EENVELOPE 550': what kind of failure, without the server's text, which quotes addresses. */
function failureName(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
}
