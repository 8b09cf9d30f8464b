import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // The one row: how far the comparison of the bucket with the rows has come.
  `CREATE TABLE IF NOT EXISTS storage_sweeps (
    is_only boolean PRIMARY KEY DEFAULT true,
    last_business uuid NOT NULL,
    after_key text,
    orphans int NOT NULL DEFAULT 0,
    CONSTRAINT storage_sweeps_has_one_row CHECK (is_only)
  )`,
  ...indexConcurrently('transfers_in_parts', 'transfers (multipart_id) WHERE multipart_id IS NOT NULL'),
  ...indexConcurrently('photos_of_business_by_id', 'photos (business_id, id)'),
  ...indexConcurrently('photos_by_hash', 'photos (business_id, sha256)'),
];

/** Where a sweep of the storage goes on, what it looks things up by, and how photos with the same bytes are found. */
export class StorageSweeps20261123142 implements MigrationInterface {
  readonly name = 'StorageSweeps20261123142';
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
