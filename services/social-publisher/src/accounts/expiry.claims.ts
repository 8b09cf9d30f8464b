import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

export interface EndingAccount {
  readonly id: string;
  readonly businessId: string;
  readonly platform: Platform;
  readonly name: string;
  readonly expiresAt: Date;
  readonly version: number;
  readonly now: Date;
}

interface EndingRow {
  id: string;
  business_id: string;
  platform: Platform;
  name: string;
  token_expires_at: Date;
  version: number;
  now: Date;
}

/** Connections of all tenants that are about to end. EXPLAIN: both queries read the front of accounts_expiry. */
@Injectable()
export class ExpiryClaims {
  /**
   * Takes up to `limit` connections whose next warning (7 days, 1 day) has not been emitted, and marks it as emitted. The marks store the
   * end they refer to, so that a renewed connection is warned about again.
   */
  async toWarn(tx: Tx, limit: number): Promise<EndingAccount[]> {
    const rows = await tx.query<EndingRow>(
      `UPDATE accounts a SET expiry_warned_for = a.token_expires_at, version = a.version + 1,
        expiry_warned_days = CASE WHEN a.token_expires_at <= now() + interval '1 day' THEN 1 ELSE 7 END
      WHERE a.id IN (
        SELECT id FROM accounts
        WHERE state = 'active' AND token_expires_at > now() AND token_expires_at <= now() + interval '7 days'
          AND (expiry_warned_for IS DISTINCT FROM token_expires_at
            OR (expiry_warned_days = 7 AND token_expires_at <= now() + interval '1 day'))
        ORDER BY token_expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)
      RETURNING a.id, a.business_id, a.platform, a.name, a.token_expires_at, a.version, now() AS now`,
      [limit],
    );
    return rows.map(toEnding);
  }

  /** Locks up to `limit` connections that have ended. A minute of grace: a renewal may be in progress. */
  async ended(tx: Tx, limit: number): Promise<EndingAccount[]> {
    const rows = await tx.query<EndingRow>(
      `SELECT id, business_id, platform, name, token_expires_at, version, now() AS now FROM accounts
      WHERE state = 'active' AND token_expires_at <= now() - interval '1 minute'
      ORDER BY token_expires_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit],
    );
    return rows.map(toEnding);
  }
}

function toEnding(row: EndingRow): EndingAccount {
  return {
    id: row.id,
    businessId: row.business_id,
    platform: row.platform,
    name: row.name,
    expiresAt: row.token_expires_at,
    version: row.version,
    now: row.now,
  };
}
