import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Deleted businesses are emptied account by account.
  `CREATE INDEX business_payers_deleted ON business_payers (business_id) WHERE deleted_at IS NOT NULL`,
  `CREATE INDEX publish_jobs_account ON publish_jobs (account_id)`,
  `CREATE INDEX publish_attempts_settled ON publish_attempts (settled_at) WHERE settled_at IS NOT NULL`,
];

export class Erasure1764547200031 implements MigrationInterface {
  readonly name = 'Erasure1764547200031';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
