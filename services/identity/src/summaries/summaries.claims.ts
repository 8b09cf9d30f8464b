import { Injectable } from '@nestjs/common';
import { Leases } from '@postloom/persistence';
import type { LeasedRow, Tx } from '@postloom/persistence';

const TABLE = 'weekly_summaries';
const LEASE_SECONDS = 60;

export interface Reader {
  readonly id: string;
  /** That of the active business; null without one. */
  readonly time_zone: string | null;
  readonly is_confirmed: boolean;
  /** Came less than a day ago: there is no week to sum up. */
  readonly is_new: boolean;
  /** The database's clock. */
  readonly now: Date;
}

@Injectable()
export class SummariesClaims {
  constructor(private readonly leases: Leases) {}

  /** Summaries that wait in the queue of mails and could be sent now, counted up to `most`. */
  async waiting(tx: Tx, most: number): Promise<number> {
    const [row] = await tx.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM (
         SELECT FROM mail_queue WHERE monday IS NOT NULL AND ready_at <= now() LIMIT $1) AS ready`,
      [most],
    );
    return row?.waiting ?? 0;
  }

  claim(tx: Tx, limit: number): Promise<LeasedRow[]> {
    return this.leases.claim(tx, { table: TABLE, limit, leaseSeconds: LEASE_SECONDS });
  }

  readers(tx: Tx, ids: readonly string[]): Promise<Reader[]> {
    return tx.query<Reader>(
      `SELECT u.id, b.time_zone, u.email_verified_at IS NOT NULL AS is_confirmed,
              u.created_at > now() - interval '1 day' AS is_new, now() AS now
         FROM users u LEFT JOIN businesses b ON b.id = u.active_business_id WHERE u.id = ANY ($1::uuid[])`,
      [ids],
    );
  }

  async rest(tx: Tx, { id, lease_epoch: epoch }: LeasedRow, until: Date): Promise<void> {
    await this.leases.release(tx, TABLE, id, epoch, until);
  }
}
