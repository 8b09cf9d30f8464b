import type { MigrationClass } from '../../migration-runner.ts';
import { baseMigration } from './20261120-001-base.ts';
import { IdempotencyKeys20261122001 } from './20261122-001-idempotency-keys.ts';
import { WorkerRole20261122002 } from './20261122-002-worker-role.ts';
import { Throttles20261122021 } from './20261122-021-throttles.ts';
import { Housekeeping20261122010 } from './20261122-010-housekeeping.ts';
import { Erasures20261122011 } from './20261122-011-erasures.ts';
import { InboxRetries20261122030 } from './20261122-030-inbox-retries.ts';
import { InboxRetryingIndex20261122031 } from './20261122-031-inbox-retrying-index.ts';
import { InboxTurnsIndex20261122032 } from './20261122-032-inbox-turns-index.ts';
import { Retention20261122050 } from './20261122-050-retention.ts';
import { PersonErasures20261123040 } from './20261123-040-person-erasures.ts';
import { UsageWarnings20261123031 } from './20261123-031-usage-warnings.ts';

export interface InfrastructureOptions {
  /** The service owns a limit of the plan: it also gets `entitlements`, `business_payers`, `usage` and `reservations`. */
  quotas?: boolean;
  /** The service counts with `Throttles`. */
  throttles?: boolean;
}

/**
 * The migrations of the infrastructure tables that every service has, in order. A service lists them before its own:
 * `[...infrastructureMigrations(), Posts20261120001, …]`. A change to these tables is one more file in this folder.
 */
export function infrastructureMigrations(options: InfrastructureOptions = {}): readonly MigrationClass[] {
  return [
    baseMigration(options),
    ...(options.throttles ? [Throttles20261122021] : []),
    IdempotencyKeys20261122001,
    WorkerRole20261122002,
    Housekeeping20261122010,
    Erasures20261122011,
    InboxRetries20261122030,
    InboxRetryingIndex20261122031,
    Retention20261122050,
    InboxTurnsIndex20261122032,
    PersonErasures20261123040,
    ...(options.quotas ? [UsageWarnings20261123031] : []),
  ];
}
