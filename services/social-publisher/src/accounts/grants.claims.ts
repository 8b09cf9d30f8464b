import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

/** Consents across tenants: one that ends at the platform ends every connection that depends on it. */
@Injectable()
export class GrantsClaims {
  /**
   * The connected accounts of all businesses that depend on what the platform names: the person who consented, or the account itself.
   * `connectedBefore`: what was connected later depends on a newer consent.
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

  /** The same with those that were disconnected, whenever they were connected. Plan: `accounts_of_grantor` and `accounts_of_remote`. */
  async everOf(tx: Tx, platform: Platform, personOrAccountId: string): Promise<{ id: string; businessId: string }[]> {
    const rows = await tx.query<{ id: string; business_id: string }>(
      'SELECT id, business_id FROM accounts WHERE platform = $1 AND (grantor_id = $2 OR remote_id = $2) ORDER BY id',
      [platform, personOrAccountId],
    );
    return rows.map((row) => ({ id: row.id, businessId: row.business_id }));
  }
}
