import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [`ALTER TABLE object_deletions ADD COLUMN tries int NOT NULL DEFAULT 0`];

/** How often storage has refused to remove an object. */
export class ObjectDeletionTries20261122012 implements MigrationInterface {
  readonly name = 'ObjectDeletionTries20261122012';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
