import { leasedColumns, leasedIndex, tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  'ALTER TABLE account_refs ADD COLUMN name text',
  `ALTER TABLE recurring_schedules ADD COLUMN account_ids jsonb NOT NULL DEFAULT '{}'`,
  `COMMENT ON COLUMN recurring_schedules.account_ids IS 'by platform: the account its posts wait for, where that one was disconnected; otherwise they go to the one connected'`,
  `CREATE TABLE account_replacements (
    id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    platform text NOT NULL,
    from_account_id uuid NOT NULL,
    from_version bigint NOT NULL,
    to_account_id uuid NOT NULL,
    decision text NOT NULL,
    decided_by uuid,
    decided_at timestamptz NOT NULL DEFAULT now(),
    ${leasedColumns()},
    CONSTRAINT account_replacements_one_per_account UNIQUE (business_id, from_account_id),
    CONSTRAINT account_replacements_decision_is_known CHECK (decision IN ('move', 'keep')),
    CONSTRAINT account_replacements_are_two_accounts CHECK (from_account_id <> to_account_id)
  )`,
  `COMMENT ON COLUMN account_replacements.from_version IS 'the decision holds while account_refs has this version: an account that comes back ends it'`,
  leasedIndex('account_replacements'),
  ...tenantTable('account_replacements'),
];

/** What a person decided about posts that wait for an account in whose place another one is connected. */
export class Replacements20261122091 implements MigrationInterface {
  readonly name = 'Replacements20261122091';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
