import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which warning about a limit was given last, and in which billing period. */
export class UsageWarnings20261123031 implements MigrationInterface {
  readonly name = 'UsageWarnings20261123031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE usage ADD COLUMN warned smallint NOT NULL DEFAULT 0 CONSTRAINT usage_warned_is_known CHECK (warned IN (0, 80, 90)),
        ADD COLUMN warned_in timestamptz NOT NULL DEFAULT '-infinity'`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
