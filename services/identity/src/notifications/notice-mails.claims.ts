import { Injectable } from '@nestjs/common';
import { Leases } from '@postloom/persistence';
import type { LeasedRow, Tx } from '@postloom/persistence';

const TABLE = 'notification_mails';
const LEASE_SECONDS = 60;

export interface NoticeMailRow extends LeasedRow {
  readonly business_id: string;
}

/** One row per business: at most one mail an hour about what happened there. */
@Injectable()
export class NoticeMailsClaims {
  constructor(private readonly leases: Leases) {}

  /**
   * Something is to be mailed: soon, but not before the pause since the last mail is over. Written before the notification, in the order in
   * which the worker locks both.
   */
  async ask(tx: Tx, businessId: string, after: number, every: number): Promise<void> {
    await tx.query(
      `INSERT INTO notification_mails AS m (id, business_id, ready_at) VALUES ($1, $1, now() + make_interval(secs => $2))
       ON CONFLICT (id) DO UPDATE SET ready_at =
         least(m.ready_at, greatest(now() + make_interval(secs => $2), m.last_given_at + make_interval(secs => $3)))`,
      [businessId, after, every],
    );
  }

  claim(tx: Tx, limit: number): Promise<NoticeMailRow[]> {
    return this.leases.claim<NoticeMailRow>(tx, { table: TABLE, limit, leaseSeconds: LEASE_SECONDS });
  }

  /** The recipient, when something is due and still unread: the owner, once their address is confirmed. */
  async recipient(tx: Tx, businessId: string): Promise<string | null> {
    const [row] = await tx.query<{ id: string }>(
      `SELECT u.id FROM businesses b JOIN users u ON u.id = b.owner_id
        WHERE b.id = $1 AND u.email_verified_at IS NOT NULL AND EXISTS (
          SELECT FROM notifications n WHERE n.business_id = b.id AND n.mail_state = 'due' AND n.read_at IS NULL)`,
      [businessId],
    );
    return row?.id ?? null;
  }

  /** Assigns what is due and still unread to a mail; what was read in the meantime needs none. */
  async give(tx: Tx, businessId: string, mailId: string | null): Promise<void> {
    await tx.execute(
      `UPDATE notifications SET mail_state = CASE WHEN read_at IS NULL AND $2::uuid IS NOT NULL THEN 'given' ELSE 'none' END,
              mail_id = CASE WHEN read_at IS NULL THEN $2::uuid END
        WHERE business_id = $1 AND mail_state = 'due'`,
      [businessId, mailId],
    );
  }

  /** The row rests until the next event; `mailed` starts the pause before the next mail. */
  async rest(tx: Tx, row: NoticeMailRow, mailed: boolean): Promise<void> {
    if (mailed) {
      await tx.query('UPDATE notification_mails SET last_given_at = now() WHERE id = $1', [row.id]);
    }
    await this.leases.release(tx, TABLE, row.id, row.lease_epoch, 'infinity');
  }
}
