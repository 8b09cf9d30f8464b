import { Injectable } from '@nestjs/common';
import type { BusinessAttention } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';

/** Accounts across tenants: the businesses of one person are looked at together. */
@Injectable()
export class TroubledAccountsClaims {
  constructor(private readonly uow: Uow) {}

  /**
   * How many accounts of each business must be reconnected (`accountStatus` as SQL). The payer comes from the signed caller; businesses of
   * another one have none. Plan: `accounts_one_connected_per_platform`.
   */
  count(businessIds: readonly string[], payerId: string | null): Promise<BusinessAttention[]> {
    return this.uow.run(
      Scope.system('accounts to reconnect in all businesses of one payer'),
      (tx) =>
        tx.query<BusinessAttention>(
          `SELECT business_id AS "businessId", count(*)::int AS things FROM accounts
          WHERE business_id = ANY ($1::uuid[]) AND payer_id = $2 AND state <> 'removed' AND (state <> 'active' OR token_expires_at <= now())
          GROUP BY business_id`,
          [businessIds, payerId],
        ),
      { readOnly: true },
    );
  }
}
