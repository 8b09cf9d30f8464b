import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // What a platform asked us to delete, by the hash of the code that it shows the person. The accounts until nothing of them is left.
  `CREATE TABLE platform_deletions (
    code_hash bytea PRIMARY KEY CONSTRAINT platform_deletions_code_is_hashed CHECK (octet_length(code_hash) = 32),
    about text NOT NULL CONSTRAINT platform_deletions_about_is_known CHECK (about IN ('platform_person', 'consent')),
    account_ids uuid[] NOT NULL,
    requested_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz
  )`,
  'CREATE INDEX platform_deletions_by_age ON platform_deletions (requested_at)',
];

export class PlatformDeletions20261123041 implements MigrationInterface {
  readonly name = 'PlatformDeletions20261123041';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
