import { Injectable } from '@nestjs/common';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

export interface OpenAttempts {
  readonly platform: Platform;
  readonly attempts: number;
  readonly oldestSeconds: number;
}

/** Attempts of all tenants whose outcome is not known yet. */
@Injectable()
export class OpenAttemptsClaims {
  /** By platform, those that have any. EXPLAIN: index scan on publish_attempts_open_account, which has no others, and their jobs by key. */
  count(tx: Tx): Promise<OpenAttempts[]> {
    return tx.query<OpenAttempts>(
      `SELECT j.platform, count(*)::int AS attempts, extract(epoch FROM now() - min(a.intent_at))::float8 AS "oldestSeconds"
      FROM publish_attempts a JOIN publish_jobs j ON j.id = a.job_id WHERE a.outcome = 'open' GROUP BY j.platform`,
    );
  }
}
