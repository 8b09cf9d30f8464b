import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Objects that no row names. Of objects whose rows are lost this is all that is known: there is no tenant to belong to.
  `CREATE TABLE IF NOT EXISTS orphaned_objects (
    object_key text PRIMARY KEY,
    found_at timestamptz NOT NULL DEFAULT now(),
    first_sweep int NOT NULL,
    last_sweep int NOT NULL
  )`,
  ...indexConcurrently('orphaned_objects_of_owner', `orphaned_objects (split_part(object_key, '/', 1))`),
  // The number of the sweep that is under way, or comes next.
  `ALTER TABLE storage_sweeps ADD COLUMN IF NOT EXISTS sweep int NOT NULL DEFAULT 1`,
];

/** What a sweep of the storage has found, held back until the next one has found it as well. */
export class OrphanedObjects20261128270 implements MigrationInterface {
  readonly name = 'OrphanedObjects20261128270';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
