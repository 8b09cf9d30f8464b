import { tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // A link to a report and what it shows; its token is stored as a hash.
  `CREATE TABLE report_shares (
    id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    token_hash text NOT NULL CONSTRAINT report_shares_token_is_of_one_link UNIQUE,
    from_day date NOT NULL,
    to_day date NOT NULL,
    report jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    CONSTRAINT report_shares_range_is_in_order CHECK (from_day <= to_day),
    CONSTRAINT report_shares_end CHECK (expires_at > created_at)
  )`,
  'CREATE INDEX report_shares_of_business ON report_shares (business_id, created_at)',
  'CREATE INDEX report_shares_by_end ON report_shares (expires_at)',
  ...tenantTable('report_shares'),
];

/** Links under which anybody can read a report for some days. */
export class ReportShares20261123188 implements MigrationInterface {
  readonly name = 'ReportShares20261123188';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
