import { Injectable } from '@nestjs/common';
import { Leases } from '@postloom/persistence';
import type { LeasedRow, Tx } from '@postloom/persistence';
import type { MailKind } from './mail-texts.ts';

const TABLE = 'mail_queue';

export interface QueuedMail extends LeasedRow {
  readonly user_id: string;
  readonly kind: MailKind;
  /** Where it goes. */
  readonly email: string;
  /** Null: to the person's current address. */
  readonly to_email: string | null;
  readonly created_at: Date;
  /** `YYYY-MM-DD`, of a weekly summary. */
  readonly monday: string | null;
}

@Injectable()
export class MailQueueClaims {
  constructor(private readonly leases: Leases) {}

  /** Adds each person's current address, unless the mail is for another one; a deleted person has none, and their mail is deleted too. */
  async withAddresses(tx: Tx, rows: readonly Omit<QueuedMail, 'email'>[]): Promise<QueuedMail[]> {
    if (rows.length === 0) {
      return [];
    }
    const people = await tx.query<{ id: string; email: string }>(
      'SELECT id, email FROM users WHERE id = ANY($1::uuid[])',
      [rows.map((row) => row.user_id)],
    );
    const addresses = new Map(people.map((person) => [person.id, person.email]));
    return rows
      .map((row) => ({ ...row, email: row.to_email ?? addresses.get(row.user_id) ?? '' }))
      .filter((row) => row.email !== '');
  }

  /** Marks the mail as sent. False when the lease was lost. */
  async markSent(tx: Tx, mail: QueuedMail): Promise<boolean> {
    await tx.query(
      'UPDATE mail_queue SET sent_at = now(), last_error = NULL, to_email = NULL WHERE id = $1 AND lease_epoch = $2',
      [mail.id, mail.lease_epoch],
    );
    return this.leases.release(tx, TABLE, mail.id, mail.lease_epoch, 'infinity');
  }

  /** Not sent: retried after this many seconds, or never. `reason` names the kind of failure, not its text, which contains addresses. */
  async markFailed(tx: Tx, mail: QueuedMail, reason: string, inSeconds: number | null): Promise<boolean> {
    await tx.query(
      `UPDATE mail_queue SET last_error = $3, given_up_at = CASE WHEN $4 THEN now() END,
              to_email = CASE WHEN NOT $4 THEN to_email END
        WHERE id = $1 AND lease_epoch = $2`,
      [mail.id, mail.lease_epoch, reason, inSeconds === null],
    );
    return inSeconds === null
      ? this.leases.release(tx, TABLE, mail.id, mail.lease_epoch, 'infinity')
      : this.leases.postpone(tx, TABLE, mail.id, mail.lease_epoch, inSeconds);
  }
}
