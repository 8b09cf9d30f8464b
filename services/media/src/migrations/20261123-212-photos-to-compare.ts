import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = indexConcurrently(
  'photos_to_compare',
  'photos (created_at) WHERE likeness IS NOT NULL AND is_compared IS NOT TRUE',
);

/** The work of the worker that compares photos. May be repeated from any point. */
export class PhotosToCompare20261123212 implements MigrationInterface {
  readonly name = 'PhotosToCompare20261123212';
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
