import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';
import type { Sealed, Tx } from '@postloom/persistence';

/** A revocation under our lease. */
export interface Revocation {
  readonly id: string;
  readonly businessId: string;
  readonly accountId: string;
  readonly platform: Platform;
  readonly origin: string | null;
  readonly sealed: Sealed;
  readonly epoch: number;
  /** Including this one. */
  readonly tries: number;
  /** Another connected account, in whatever business, depends on the same person's consent. */
  readonly isStillUsed: boolean;
}

interface RevocationRow {
  id: string;
  business_id: string;
  account_id: string;
  platform: Platform;
  origin: string | null;
  kid: string;
  wrapped_key: Buffer;
  ciphertext: Buffer;
  lease_epoch: number;
  tries: number;
  is_still_used: boolean;
}

/** Revocations of all tenants, for the worker. */
@Injectable()
export class RevocationsClaims {
  /** Takes up to `limit` ready rows for `leaseSeconds`. The claim counts as a try, so a row that kills its process is bounded too. */
  async claim(tx: Tx, limit: number, leaseSeconds: number): Promise<Revocation[]> {
    const rows = await tx.query<RevocationRow>(
      `WITH c AS (
        SELECT id FROM revocations WHERE greatest(ready_at, lease_until) <= now()
        ORDER BY greatest(ready_at, lease_until) LIMIT $1 FOR UPDATE SKIP LOCKED)
      UPDATE revocations r SET lease_epoch = lease_epoch + 1, tries = tries + 1, lease_until = now() + make_interval(secs => $2)
      FROM c WHERE r.id = c.id
      RETURNING r.id, r.business_id, r.account_id, r.platform, r.origin, r.kid, r.wrapped_key, r.ciphertext, r.lease_epoch, r.tries,
        EXISTS (SELECT 1 FROM accounts a
          WHERE a.platform = r.platform AND a.grantor_id = r.grantor_id AND a.state <> 'removed') AS is_still_used`,
      [limit, leaseSeconds],
    );
    return rows.map((row) => ({
      id: row.id,
      businessId: row.business_id,
      accountId: row.account_id,
      platform: row.platform,
      origin: row.origin,
      sealed: { kid: row.kid, wrappedKey: row.wrapped_key, ciphertext: row.ciphertext },
      epoch: row.lease_epoch,
      tries: row.tries,
      isStillUsed: row.is_still_used,
    }));
  }

  /** Ends a revocation: its tokens are destroyed. */
  async finish(tx: Tx, { id, epoch }: Revocation): Promise<void> {
    await tx.execute('DELETE FROM revocations WHERE id = $1 AND lease_epoch = $2', [id, epoch]);
  }

  /** Ends the lease; the next try comes in `seconds`. */
  async postpone(tx: Tx, { id, epoch }: Revocation, seconds: number): Promise<void> {
    await tx.execute(
      `UPDATE revocations SET lease_until = '-infinity', ready_at = now() + make_interval(secs => $3)
      WHERE id = $1 AND lease_epoch = $2`,
      [id, epoch, seconds],
    );
  }
}
