import type { ServiceConfig } from '@postloom/chassis';
import type { Housekeeping } from './housekeeping.ts';
import { Scope } from './scope.ts';
import type { Uow } from './uow.ts';

/** Which rows of a table are removed, and when. Written by developers: no part of it comes from a request. */
export interface RetentionRule {
  readonly table: string;
  /** Column or columns of the primary key. */
  readonly key: string;
  /** SQL expression of the instant from which the row's age counts. */
  readonly since: string;
  /** SQL condition that limits the rule, for example to ended rows. Absent: all rows. */
  readonly only?: string;
  /** Days that a row is kept; a setting, read at each run. */
  readonly keepDays: () => number;
}

/** The rules of the tables that every service has. Outbox and inbox are removed by whole partitions instead (`keepPartitions`). */
export function infrastructureRetention(config: ServiceConfig, hasQuotas: boolean): readonly RetentionRule[] {
  const parked = {
    table: 'inbox',
    key: 'handler, event_id, event_day',
    since: 'received_at',
    only: `state = 'parked'`,
    keepDays: () => config.keepParkedEventsDays,
  };
  const usage = {
    table: 'usage',
    key: 'payer_id, metric, period_start',
    since: 'period_start',
    only: `period_start > '1970-01-01'`, // what is counted for as long as it exists has no period
    keepDays: () => config.keepUsageDays,
  };
  return hasQuotas ? [parked, usage] : [parked];
}

const BATCH = 500;
const EVERY_SECONDS = 86_400;

/**
 * Removes rows past their retention in batches, in one process at a time. Each rule needs an index on `since` (partial by
 * `only`). What is kept for how long, and what for ever, is the table in deploy/docs/retention.md.
 */
export function addRetention(housekeeping: Housekeeping, uow: Uow, rules: readonly RetentionRule[]): void {
  for (const rule of rules) {
    housekeeping.add({
      name: `retention-${rule.table}`,
      everySeconds: EVERY_SECONDS,
      run: async () => (await removeOld(uow, rule)) === BATCH,
    });
  }
}

/** Removes one batch of expired rows, oldest first, and returns their number. */
export function removeOld(uow: Uow, rule: RetentionRule): Promise<number> {
  const { table, keepDays } = rule;
  return uow.run(Scope.system(`old rows of ${table}`), (tx) =>
    tx.execute(`DELETE FROM ${table} WHERE (${rule.key}) IN (${oldRows(rule)})`, [keepDays()]),
  );
}

/** The query of one batch; `$1` are the days. For `removeOld`, and for the test that looks for its index. */
export function oldRows({ table, key, since, only }: RetentionRule): string {
  return `SELECT ${key} FROM ${table} WHERE ${since} < now() - make_interval(days => $1)
    ${only === undefined ? '' : `AND ${only}`} ORDER BY ${since} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
}
