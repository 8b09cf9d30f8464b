import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { MailKind } from './mail-texts.ts';

@Injectable()
export class MailQueueRepository {
  /** `to` is null for the address that the person has when the mail is sent. */
  async insert(tx: Tx, mail: { id: string; userId: string; kind: MailKind; to: string | null }): Promise<void> {
    await tx.query('INSERT INTO mail_queue (id, user_id, kind, to_email) VALUES ($1, $2, $3, $4)', [
      mail.id,
      mail.userId,
      mail.kind,
      mail.to,
    ]);
  }

  /** Mails of this kind that were not sent yet never will be. */
  async withdraw(tx: Tx, userId: string, kind: MailKind): Promise<void> {
    await tx.execute(
      'DELETE FROM mail_queue WHERE user_id = $1 AND kind = $2 AND sent_at IS NULL AND given_up_at IS NULL',
      [userId, kind],
    );
  }

  /** The summary of a Monday; nothing when the person has it already. */
  async insertSummary(tx: Tx, mail: { id: string; userId: string; monday: string }): Promise<void> {
    await tx.query(
      `INSERT INTO mail_queue (id, user_id, kind, monday) VALUES ($1, $2, 'weekly', $3)
       ON CONFLICT (user_id, monday) WHERE monday IS NOT NULL DO NOTHING`,
      [mail.id, mail.userId, mail.monday],
    );
  }

  /** For the owner of this address, if there is one. One statement either way, so that both cases take the same time. */
  async insertForAddress(tx: Tx, mail: { id: string; email: string; kind: MailKind }): Promise<void> {
    await tx.query('INSERT INTO mail_queue (id, user_id, kind) SELECT $1, u.id, $3 FROM users u WHERE u.email = $2', [
      mail.id,
      mail.email,
      mail.kind,
    ]);
  }
}
