import { leasedColumns, leasedIndex, tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // What is read next: a published post until day 30 (its id is the target's), or, without a post, its account, daily.
  `CREATE TABLE insight_readings (
    id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    post_id uuid,
    remote_id text,
    published_at timestamptz,
    ${leasedColumns()},
    CONSTRAINT insight_readings_of_a_post_or_its_account CHECK ((post_id IS NULL) = (id = account_id)),
    CONSTRAINT insight_readings_post_is_whole CHECK ((post_id IS NULL) = (remote_id IS NULL) AND (post_id IS NULL) = (published_at IS NULL))
  )`,
  leasedIndex('insight_readings'),
  `CREATE INDEX insight_readings_fair ON insight_readings (business_id, (greatest(ready_at, lease_until))) WHERE ready_at < 'infinity'`,
  'CREATE INDEX insight_readings_of_account ON insight_readings (account_id, (greatest(ready_at, lease_until)))',
  ...tenantTable('insight_readings'),

  // Calls of an account or a platform in their windows: `account:<id>`, `platform:<name>`. No tenant: a window ends by itself.
  `CREATE TABLE insight_budgets (
    subject text PRIMARY KEY,
    calls int NOT NULL CONSTRAINT insight_budgets_count CHECK (calls >= 0),
    ends_at timestamptz NOT NULL
  ) WITH (fillfactor = 70)`,
  'CREATE INDEX insight_budgets_ended ON insight_budgets (ends_at)',

  'ALTER TABLE publish_jobs ADD COLUMN source text',
];

/** Metric jobs: what is read of posts and accounts, and how many calls that takes. */
export class Insights20261123180 implements MigrationInterface {
  readonly name = 'Insights20261123180';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
