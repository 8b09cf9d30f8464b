import { partitionedTable, tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As long as the other samples; the setting says otherwise. */
const KEEP_MONTHS = 14;
const samples = 'account_day_samples';

const statements = [
  // Readings as they were told, several of each day. By the day first: what is told of one day stands together.
  `CREATE TABLE ${samples} (
    business_id uuid NOT NULL,
    account_id uuid NOT NULL,
    day date NOT NULL,
    read_at timestamptz NOT NULL,
    platform text NOT NULL,
    views int,
    reach int,
    interactions int,
    PRIMARY KEY (business_id, account_id, day, read_at)
  ) PARTITION BY RANGE (read_at)`,
  ...tenantTable(samples),
  ...partitionedTable({
    ...{ table: samples, unit: 'month', column: { name: 'read_at', type: 'timestamptz' }, ahead: 2, keep: KEEP_MONTHS },
  }),
  `ALTER TABLE ${samples}_default ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE ${samples}_default FORCE ROW LEVEL SECURITY`,

  // Roll-up: of each figure of a day the one that was read last. Days are those of UTC, as the platforms count them.
  `CREATE TABLE account_days (
    business_id uuid NOT NULL,
    account_id uuid NOT NULL,
    day date NOT NULL,
    platform text NOT NULL,
    views int,
    reach int,
    interactions int,
    read_at timestamptz NOT NULL,
    PRIMARY KEY (business_id, day, account_id)
  )`,
  ...tenantTable('account_days'),
  'SELECT maintain_partitions()',
];

/** What people saw and did on whole accounts, by day. */
export class AccountDays20261126263 implements MigrationInterface {
  readonly name = 'AccountDays20261126263';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
