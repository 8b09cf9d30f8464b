import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { MailKind } from './mail-texts.ts';

@Injectable()
export class MailQueueRepository {
  async insert(tx: Tx, mail: { id: string; userId: string; kind: MailKind }): Promise<void> {
    await tx.query('INSERT INTO mail_queue (id, user_id, kind) VALUES ($1, $2, $3)', [mail.id, mail.userId, mail.kind]);
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
