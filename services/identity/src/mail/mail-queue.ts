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

  /** Returns the mail's id. */
  async add(tx: Tx, userId: string, kind: MailKind): Promise<string> {
    const id = this.random.uuidv7();
    await this.repository.insert(tx, { id, userId, kind });
    tx.afterCommit(() => this.worker.wake());
    return id;
  }

  /** Does nothing when the address is unknown. */
  async addForAddress(tx: Tx, email: string, kind: MailKind): Promise<void> {
    await this.repository.insertForAddress(tx, { id: this.random.uuidv7(), email, kind });
    tx.afterCommit(() => this.worker.wake());
  }
}
