import { fairIndex, indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  ...indexConcurrently('photo_uses_of_business', 'photo_uses (business_id)'),
  ...indexConcurrently('scratch_pictures_of_business', 'scratch_pictures (business_id)'),
  ...fairIndex('renditions', `state = 'pending'`),
];

/** What an erasure finds its rows by, and what businesses take turns by. */
export class ErasureAndTurns20261122013 implements MigrationInterface {
  readonly name = 'ErasureAndTurns20261122013';
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
