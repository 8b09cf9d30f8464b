import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';

/** The one query that crosses tenants: nobody is signed in, the token identifies the business. */
@Injectable()
export class FeedOwnerClaims {
  constructor(private readonly uow: Uow) {}

  /** Null: no business has this token, or no longer. Plan: Index Scan using the unique token. */
  async businessOf(tokenHash: string): Promise<string | null> {
    return this.uow.run(Scope.system('whose calendar a token opens'), async (tx) => {
      const [row] = await tx.query<{ business_id: string }>(
        `SELECT f.business_id FROM calendar_feeds f LEFT JOIN business_refs b ON b.business_id = f.business_id
        WHERE f.token_hash = $1 AND b.deleted_at IS NULL`,
        [tokenHash],
      );
      return row?.business_id ?? null;
    });
  }
}
