import { Injectable } from '@nestjs/common';
import { MOST_SHARING } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';

/** Accounts across tenants: row-level security shows a business its own rows alone, and here they are compared with those of others. */
@Injectable()
export class SharedAccountsClaims {
  constructor(private readonly uow: Uow) {}

  /**
   * The connected accounts of a business that other businesses of `payerId` have connected too, and which those are: at most 100, those that have had it longest.
   * Both ids come from the signed caller; rows of other payers are never told. Plan: `accounts_one_connected_per_platform`, then one look
   * into `accounts_remote` for each account.
   */
  async of(businessId: string, payerId: string | null): Promise<{ accountId: string; businessIds: string[] }[]> {
    const rows = await this.uow.run(
      Scope.system('accounts that other businesses of the same payer have too'),
      (tx) =>
        tx.query<{ id: string; business_ids: string[] }>(
          `SELECT a.id, array_agg(o.business_id ORDER BY o.connected_at, o.business_id) AS business_ids
          FROM accounts a CROSS JOIN LATERAL (
            SELECT business_id, connected_at FROM accounts
            WHERE platform = a.platform AND remote_id = a.remote_id AND payer_id = $2 AND business_id <> a.business_id
              AND state <> 'removed'
            ORDER BY connected_at, business_id LIMIT $3) AS o
          WHERE a.business_id = $1 AND a.state <> 'removed' GROUP BY a.id, a.platform ORDER BY a.platform`,
          [businessId, payerId, MOST_SHARING],
        ),
      { readOnly: true },
    );
    return rows.map((row) => ({ accountId: row.id, businessIds: row.business_ids }));
  }
}
