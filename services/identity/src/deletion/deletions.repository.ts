import { Injectable } from '@nestjs/common';
import { DELETION_LINK_HOURS, erasureReceipts } from '@postloom/contracts';
import { Leases } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';

export type DeletionState = 'verified' | 'deleting' | 'completed';

/** Every service that gives a receipt. */
export type ReceiptOwner = 'identity' | keyof typeof erasureReceipts;

const RECEIPTS = 1 + Object.keys(erasureReceipts).length;

/** What a confirmation code stands for; `state` is null until somebody confirms. */
export interface CodeRow {
  readonly state: DeletionState | null;
  readonly requested_at: Date;
  readonly expires_at: Date;
  readonly is_expired: boolean;
  readonly verified_at: Date | null;
  readonly deleting_at: Date | null;
  readonly completed_at: Date | null;
}

export interface DeletedBusiness {
  readonly id: string;
  readonly version: number;
}

const stillValid = `requested_at > now() - interval '${DELETION_LINK_HOURS} hours'`;

@Injectable()
export class DeletionsRepository {
  constructor(private readonly leases: Leases) {}

  /** One statement for known and unknown addresses, so that both take the same time. */
  async addCode(tx: Tx, hash: Buffer, email: string): Promise<void> {
    await tx.query(
      'INSERT INTO deletion_codes (code_hash, user_id) SELECT $1, (SELECT id FROM users WHERE email = $2)',
      [hash, email],
    );
  }

  async findByCode(tx: Tx, hash: Buffer): Promise<CodeRow | null> {
    const rows = await tx.query<CodeRow>(
      `SELECT d.state, c.requested_at, c.requested_at + interval '${DELETION_LINK_HOURS} hours' AS expires_at,
              NOT (c.${stillValid}) AS is_expired, d.verified_at, d.deleting_at, d.completed_at
         FROM deletion_codes c LEFT JOIN deletions d ON d.id = c.deletion_id WHERE c.code_hash = $1`,
      [hash],
    );
    return rows[0] ?? null;
  }

  /** Locks the person until the transaction ends: no session and no business can begin meanwhile. False: there is no such person. */
  async lockPerson(tx: Tx, userId: string, email: string): Promise<boolean> {
    const rows = await tx.query('SELECT FROM users WHERE id = $1 AND email = $2 AND erased_at IS NULL FOR UPDATE', [
      userId,
      email,
    ]);
    return rows.length > 0;
  }

  /** Whether this link has already confirmed a deletion. */
  async isUsedLink(tx: Tx, linkHash: Buffer): Promise<boolean> {
    const rows = await tx.query('SELECT 1 AS used FROM deletions WHERE link_hash = $1', [linkHash]);
    return rows.length > 0;
  }

  /** With the codes of the requests that it answers. */
  async insert(
    tx: Tx,
    deletion: { id: string; userId: string; email: string; linkHash: Buffer | null },
  ): Promise<void> {
    await tx.query('INSERT INTO deletions (id, user_id, email, link_hash) VALUES ($1, $2, $3, $4)', [
      deletion.id,
      deletion.userId,
      deletion.email,
      deletion.linkHash,
    ]);
    await tx.query(
      `UPDATE deletion_codes SET deletion_id = $2 WHERE user_id = $1 AND deletion_id IS NULL AND ${stillValid}`,
      [deletion.userId, deletion.id],
    );
  }

  /** Nothing by which somebody could sign in is left, no mail will be sent, and the address is free for a new account. */
  async closeAccount(tx: Tx, userId: string): Promise<void> {
    await tx.query(
      `UPDATE users SET email = id || '@erased.invalid', email_verified_at = NULL, first_name = NULL, last_name = NULL,
              profile_image_url = NULL, erased_at = now(), version = version + 1 WHERE id = $1`,
      [userId],
    );
    await tx.query('DELETE FROM credentials WHERE user_id = $1', [userId]);
    await tx.query('DELETE FROM one_use_tokens WHERE user_id = $1', [userId]);
    await tx.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
    await tx.query('DELETE FROM mail_queue WHERE user_id = $1', [userId]);
  }

  async begin(tx: Tx, id: string): Promise<void> {
    await tx.query(
      `UPDATE deletions SET state = 'deleting', deleting_at = now() WHERE id = $1 AND state = 'verified'`,
      [id],
    );
  }

  /** Deletes some of the person's businesses and counts them; their memberships go with them. */
  async deleteBusinesses(tx: Tx, deletion: { id: string; userId: string }, limit: number): Promise<DeletedBusiness[]> {
    await tx.query(`SELECT set_config('app.user_id', $1, true)`, [deletion.userId]);
    const gone = await tx.query<DeletedBusiness>(
      `DELETE FROM businesses WHERE id IN (SELECT id FROM businesses WHERE owner_id = $1 ORDER BY id LIMIT $2 FOR UPDATE)
       RETURNING id, version + 1 AS version`,
      [deletion.userId, limit],
    );
    await tx.query('UPDATE deletions SET businesses = businesses + $2 WHERE id = $1', [deletion.id, gone.length]);
    return gone;
  }

  /**
   * Deletes the person with everything that refers to them.
   * @returns the number of businesses that were deleted before, and the version of this event; null when the person is gone already
   */
  async deletePerson(
    tx: Tx,
    deletion: { id: string; userId: string },
  ): Promise<{ businesses: number; version: number } | null> {
    await tx.query(`SELECT set_config('app.user_id', $1, true)`, [deletion.userId]);
    const rows = await tx.query<{ businesses: number; version: number }>(
      `WITH gone AS (DELETE FROM users WHERE id = $2 RETURNING version + 1 AS version)
       SELECT d.businesses, gone.version FROM deletions d CROSS JOIN gone WHERE d.id = $1`,
      [deletion.id, deletion.userId],
    );
    return rows[0] ?? null;
  }

  /** A receipt counts once; with the last one the deletion is ready to be completed. */
  async addReceipt(tx: Tx, receipt: { deletionId: string; owner: ReceiptOwner; rowsDeleted: number }): Promise<void> {
    await tx.query(
      `INSERT INTO deletion_receipts (deletion_id, owner, rows_deleted) SELECT id, $2, $3 FROM deletions WHERE id = $1
       ON CONFLICT DO NOTHING`,
      [receipt.deletionId, receipt.owner, receipt.rowsDeleted],
    );
    await this.leases.wake(tx, 'deletions', receipt.deletionId);
  }

  /** Completes the deletion once every service has given its receipt. @returns how long it took, in seconds; null before that */
  async complete(tx: Tx, id: string, epoch: number): Promise<number | null> {
    const rows = await tx.query<{ seconds: number }>(
      `UPDATE deletions d SET state = 'completed', completed_at = now(), user_id = NULL
        WHERE d.id = $1 AND d.lease_epoch = $2 AND d.state = 'deleting'
          AND (SELECT count(*) FROM deletion_receipts r WHERE r.deletion_id = d.id) = $3
       RETURNING extract(epoch FROM now() - d.verified_at)::float8 AS seconds`,
      [id, epoch, RECEIPTS],
    );
    return rows[0]?.seconds ?? null;
  }

  /** The last mail was sent, or cannot be: the address has no further use. */
  async forgetAddress(tx: Tx, id: string, epoch: number): Promise<void> {
    await tx.query('UPDATE deletions SET email = NULL WHERE id = $1 AND lease_epoch = $2', [id, epoch]);
  }

  /** How long the oldest deletion that is not complete has been confirmed, in seconds; 0 without one. */
  async oldestSeconds(tx: Tx): Promise<number> {
    const [row] = await tx.query<{ seconds: number }>(
      `SELECT coalesce(extract(epoch FROM now() - min(verified_at)), 0)::float8 AS seconds
         FROM deletions WHERE completed_at IS NULL`,
    );
    return row?.seconds ?? 0;
  }
}
