import { Injectable } from '@nestjs/common';
import { Leases } from '@postloom/persistence';
import type { LeasedRow, Tx } from '@postloom/persistence';
import type { MailKind } from './mail-texts.ts';

const TABLE = 'mail_queue';
/** Longer than the mailer's own limits, so that the lease ends only when the process is gone. */
const LEASE_SECONDS = 60;

export interface QueuedMail extends LeasedRow {
  readonly user_id: string;
  readonly kind: MailKind;
  readonly email: string;
  readonly created_at: Date;
}

@Injectable()
export class MailQueueClaims {
  constructor(private readonly leases: Leases) {}

  /** Up to `limit` mails that are due, with the address the person has now. */
  async claim(tx: Tx, limit: number): Promise<QueuedMail[]> {
    const rows = await this.leases.claim<Omit<QueuedMail, keyof LeasedRow | 'email'>>(tx, {
      table: TABLE,
      limit,
      leaseSeconds: LEASE_SECONDS,
    });
    if (rows.length === 0) {
      return [];
    }
    const people = await tx.query<{ id: string; email: string }>(
      'SELECT id, email FROM users WHERE id = ANY($1::uuid[])',
      [rows.map((row) => row.user_id)],
    );
    const addresses = new Map(people.map((person) => [person.id, person.email]));
    return rows.map((row) => ({ ...row, email: addresses.get(row.user_id) ?? '' })).filter((row) => row.email !== '');
  }

  /** Sent: nothing to do any more. False when the lease was lost. */
  async markSent(tx: Tx, mail: QueuedMail): Promise<boolean> {
    await tx.query('UPDATE mail_queue SET sent_at = now(), last_error = NULL WHERE id = $1 AND lease_epoch = $2', [
      mail.id,
      mail.lease_epoch,
    ]);
    return this.leases.release(tx, TABLE, mail.id, mail.lease_epoch, 'infinity', { tries: 0 });
  }

  /** Not sent: again in so many seconds, or never. `reason` names the kind of failure, not its text: that holds addresses. */
  async markFailed(tx: Tx, mail: QueuedMail, reason: string, inSeconds: number | null): Promise<boolean> {
    await tx.query(
      `UPDATE mail_queue SET last_error = $3, given_up_at = CASE WHEN $4 THEN now() END
        WHERE id = $1 AND lease_epoch = $2`,
      [mail.id, mail.lease_epoch, reason, inSeconds === null],
    );
    return this.leases.release(tx, TABLE, mail.id, mail.lease_epoch, inSeconds === null ? 'infinity' : { inSeconds }, {
      tries: mail.tries + 1,
    });
  }
}
