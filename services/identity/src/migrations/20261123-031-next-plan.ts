import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `ALTER TABLE billing_customers
    ADD COLUMN next_tier text CONSTRAINT billing_customers_next_tier_is_paid CHECK (next_tier IN ('pro', 'agency')),
    ADD COLUMN next_at timestamptz,
    ADD CONSTRAINT billing_customers_next_is_whole CHECK ((next_tier IS NULL) = (next_at IS NULL))`,
];

/** A smaller plan that was chosen and begins with the next month. */
export class NextPlan20261123031 implements MigrationInterface {
  readonly name = 'NextPlan20261123031';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
