import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

/** The projection `business_refs`. */
@Injectable()
export class BusinessesRepository {
  /** Null: this business is not known here yet. */
  async zone(tx: Tx, businessId: string): Promise<string | null> {
    const [row] = await tx.query<{ zone: string }>(
      'SELECT time_zone AS zone FROM business_refs WHERE business_id = $1',
      [businessId],
    );
    return row?.zone ?? null;
  }

  /** Applies an event about a business, unless a newer one has been. */
  async apply(tx: Tx, businessId: string, timeZone: string, version: number): Promise<void> {
    await tx.execute(
      `INSERT INTO business_refs AS b (business_id, time_zone, version) VALUES ($1, $2, $3)
       ON CONFLICT (business_id) DO UPDATE SET time_zone = excluded.time_zone, version = excluded.version
       WHERE b.version < excluded.version`,
      [businessId, timeZone, version],
    );
  }
}
