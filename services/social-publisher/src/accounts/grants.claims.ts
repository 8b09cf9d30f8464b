import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';

/** Consents across tenants: taking one back at the platform may end other connections of the same person. */
@Injectable()
export class GrantsClaims {
  constructor(private readonly uow: Uow) {}

  /** Is another account connected through the same person's consent, in whatever business? */
  isStillUsed(platform: string, grantorId: string): Promise<boolean> {
    return this.uow.run(
      Scope.system('a consent is shared by the accounts of one person'),
      async (tx) => {
        const rows = await tx.query(
          `SELECT 1 AS used FROM accounts WHERE platform = $1 AND grantor_id = $2 AND state <> 'removed' LIMIT 1`,
          [platform, grantorId],
        );
        return rows.length > 0;
      },
      { readOnly: true },
    );
  }

  /**
   * The connected accounts of all businesses that rest on what the platform names: the person who consented, or the account
   * itself. `connectedBefore`: what was connected later rests on a newer consent.
   */
  async restingOn(
    tx: Tx,
    platform: Platform,
    by: { personOrAccountId: string; connectedBefore: Date },
  ): Promise<{ id: string; businessId: string }[]> {
    const rows = await tx.query<{ id: string; business_id: string }>(
      `SELECT id, business_id FROM accounts
      WHERE platform = $1 AND (grantor_id = $2 OR remote_id = $2) AND state <> 'removed' AND connected_at < $3 ORDER BY id`,
      [platform, by.personOrAccountId, by.connectedBefore],
    );
    return rows.map((row) => ({ id: row.id, businessId: row.business_id }));
  }
}
