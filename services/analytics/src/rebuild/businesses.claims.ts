import { Injectable } from '@nestjs/common';
import { Scope } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';

/** The figures of all businesses are rebuilt. */
export const allFigures = Scope.system('figures of all businesses are rebuilt');

/** Businesses that have figures, for the command that rebuilds them. */
@Injectable()
export class BusinessesClaims {
  /** The first one after this id; null: there is none. Plan: the next entry of an index on the business, not all of its rows. */
  async after(tx: Tx, businessId: string): Promise<string | null> {
    const [row] = await tx.query<{ business_id: string | null }>(
      `SELECT least(
        (SELECT business_id FROM published_targets WHERE business_id > $1 ORDER BY business_id LIMIT 1),
        (SELECT business_id FROM account_day_samples WHERE business_id > $1 ORDER BY business_id LIMIT 1),
        (SELECT business_id FROM account_samples WHERE business_id > $1 ORDER BY business_id LIMIT 1)) AS business_id`,
      [businessId],
    );
    return row?.business_id ?? null;
  }
}
