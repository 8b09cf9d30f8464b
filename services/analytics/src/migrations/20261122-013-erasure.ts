import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [...indexConcurrently('library_photos_by_business', 'library_photos (business_id)')];

/** Indexes for erasures. */
export class Erasure20261122013 implements MigrationInterface {
  readonly name = 'Erasure20261122013';
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
