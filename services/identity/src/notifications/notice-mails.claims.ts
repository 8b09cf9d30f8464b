import { Injectable } from '@nestjs/common';
import { Leases, Scope, Uow } from '@postloom/persistence';
import type { LeasedRow, Tx } from '@postloom/persistence';

const TABLE = 'notification_mails';
const LEASE_SECONDS = 60;

export interface NoticeMailRow extends LeasedRow {
  readonly business_id: string;
}

export interface Recipient {
  readonly id: string;
  readonly time_zone: string;
  readonly now: Date;
}

/** One row per business: at most one mail an hour about what happened there. */
@Injectable()
export class NoticeMailsClaims {
  constructor(
    private readonly leases: Leases,
    private readonly uow: Uow,
  ) {}

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

  /** The owner, once their address is confirmed; with the zone of the business and the database's clock. */
  async recipient(tx: Tx, businessId: string): Promise<Recipient | null> {
    const [row] = await tx.query<Recipient>(
      `SELECT u.id, b.time_zone, now() AS now FROM businesses b JOIN users u ON u.id = b.owner_id
        WHERE b.id = $1 AND u.email_verified_at IS NOT NULL`,
      [businessId],
    );
    return row ?? null;
  }

  /** The kinds of what is due and still unread. */
  async dueKinds(tx: Tx, businessId: string): Promise<ReadonlySet<string>> {
    const rows = await tx.query<{ kind: string }>(
      `SELECT DISTINCT kind FROM notifications WHERE business_id = $1 AND mail_state = 'due' AND read_at IS NULL`,
      [businessId],
    );
    return new Set(rows.map(({ kind }) => kind));
  }

  /**
   * Assigns the due and unread notices of these kinds to a mail; those of the kinds that wait stay due. The others need no mail: they were
   * read in the meantime, or are not wanted any more.
   */
  async give(
    tx: Tx,
    businessId: string,
    mailId: string | null,
    kinds: { readonly now: readonly string[]; readonly later: readonly string[] },
  ): Promise<void> {
    await tx.execute(
      `UPDATE notifications SET mail_state = CASE WHEN read_at IS NULL AND kind = ANY ($3::text[]) AND $2::uuid IS NOT NULL THEN 'given' ELSE 'none' END,
              mail_id = CASE WHEN read_at IS NULL AND kind = ANY ($3::text[]) THEN $2::uuid END
        WHERE business_id = $1 AND mail_state = 'due' AND (read_at IS NOT NULL OR kind <> ALL ($4::text[]))`,
      [businessId, mailId, kinds.now, kinds.later],
    );
  }

  /**
   * `mailed` starts the pause before the next mail. The row rests until what waits may be mailed, or without that until the next event.
   */
  async rest(tx: Tx, row: NoticeMailRow, mailed: boolean, until: Date | null, every: number): Promise<void> {
    const [paused] = await tx.query<{ ready_at: Date }>(
      `UPDATE notification_mails SET last_given_at = CASE WHEN $2 THEN now() ELSE last_given_at END WHERE id = $1
       RETURNING greatest($3::timestamptz, last_given_at + make_interval(secs => $4)) AS ready_at`,
      [row.id, mailed, until, every],
    );
    await this.leases.release(
      tx,
      TABLE,
      row.id,
      row.lease_epoch,
      until === null ? 'infinity' : (paused?.ready_at ?? until),
    );
  }

  /** The person has other quiet hours now: what waits for their end is looked at again. */
  async reconsiderOf(userId: string, every: number): Promise<void> {
    await this.uow.run(Scope.system('mails that wait for the end of quiet hours'), (tx) =>
      tx.execute(
        `UPDATE notification_mails SET ready_at = greatest(now(), last_given_at + make_interval(secs => $2))
          WHERE ready_at > now() AND ready_at < 'infinity'
            AND business_id IN (SELECT id FROM businesses WHERE owner_id = $1)`,
        [userId, every],
      ),
    );
  }
}
