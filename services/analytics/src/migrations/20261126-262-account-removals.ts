import { tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Projection: when accounts were disconnected. Rows, not a state: followers of a past range are those of the accounts of its time.
  `CREATE TABLE account_removals (
    business_id uuid NOT NULL,
    account_id uuid NOT NULL,
    removed_at timestamptz NOT NULL,
    platform text NOT NULL,
    PRIMARY KEY (business_id, account_id, removed_at)
  )`,
  ...tenantTable('account_removals'),
];

/** Accounts that were disconnected. */
export class AccountRemovals20261126262 implements MigrationInterface {
  readonly name = 'AccountRemovals20261126262';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
