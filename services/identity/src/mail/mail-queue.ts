import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import type { Tx } from '@postloom/persistence';
import { MailQueueRepository } from './mail-queue.repository.ts';
import type { MailKind } from './mail-texts.ts';
import { MailWorker } from './mail.worker.ts';

/**
 * Mails to be sent, written in the transaction of the fact they report. A row holds the recipient and the kind, never a
 * text or a link: the secret of a link is made when the mail is sent and stored as a hash only.
 */
@Injectable()
export class MailQueue {
  constructor(
    private readonly random: Random,
    private readonly repository: MailQueueRepository,
    private readonly worker: MailWorker,
  ) {}

  /** Returns the mail's id. `to`: an address that is not, or no longer, the person's; the row keeps it until the mail is sent. */
  async add(tx: Tx, userId: string, kind: MailKind, to: string | null = null): Promise<string> {
    const id = this.random.uuidv7();
    await this.repository.insert(tx, { id, userId, kind, to });
    tx.afterCommit(() => this.worker.wake());
    return id;
  }

  /** The summary for this Monday (`YYYY-MM-DD`), once. */
  async addSummary(tx: Tx, userId: string, monday: string): Promise<void> {
    await this.repository.insertSummary(tx, { id: this.random.uuidv7(), userId, monday });
    tx.afterCommit(() => this.worker.wake());
  }

  /** Does nothing when the address is unknown. */
  async addForAddress(tx: Tx, email: string, kind: MailKind): Promise<void> {
    await this.repository.insertForAddress(tx, { id: this.random.uuidv7(), email, kind });
    tx.afterCommit(() => this.worker.wake());
  }

  /** Mails of this kind to the person that are not out yet stay unsent. */
  async withdraw(tx: Tx, userId: string, kind: MailKind): Promise<void> {
    await this.repository.withdraw(tx, userId, kind);
  }
}
