import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

@Injectable()
export class BusinessesRepository {
  /** Applies a newer event about a business. True: its wall clock is another one now. */
  async apply(
    tx: Tx,
    business: { businessId: string; timeZone: string; industry: string; version: number },
  ): Promise<boolean> {
    const [row] = await tx.query<{ before: string | null }>(
      `WITH known AS (SELECT time_zone FROM business_refs WHERE business_id = $1)
      INSERT INTO business_refs AS b (business_id, time_zone, version, industry) VALUES ($1, $2, $3, $4)
      ON CONFLICT (business_id) DO UPDATE
        SET time_zone = excluded.time_zone, version = excluded.version, industry = excluded.industry WHERE b.version < excluded.version
      RETURNING (SELECT time_zone FROM known) AS before`,
      [business.businessId, business.timeZone, business.version, business.industry],
    );
    return row !== undefined && (row.before ?? 'UTC') !== business.timeZone;
  }
}
