import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether another provider may write when the chosen one gives no caption; nobody allowed it yet. A business may allow it without having
 * chosen a provider.
 */
export class Failover20261123162 implements MigrationInterface {
  name = 'Failover20261123162';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE ai_settings ADD COLUMN failover boolean NOT NULL DEFAULT false, ALTER COLUMN provider DROP NOT NULL',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
