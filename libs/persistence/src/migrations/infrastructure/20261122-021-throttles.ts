import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // key = hash of the rule and of the subject that it limits.
  `CREATE TABLE throttles (
    key bytea PRIMARY KEY,
    used int NOT NULL CONSTRAINT throttles_used_is_not_negative CHECK (used >= 0),
    allowed int NOT NULL,
    ends_at timestamptz NOT NULL
  ) WITH (fillfactor = 70)`,
  'CREATE INDEX throttles_by_end ON throttles (ends_at)',
];

/** The counts of `Throttles`. identity has had this table since its first migration and does not request it. */
export class Throttles20261122021 implements MigrationInterface {
  name = 'Throttles20261122021';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
