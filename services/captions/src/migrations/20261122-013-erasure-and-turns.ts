import { fairIndex, indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  ...indexConcurrently('generations_of_business', 'generations (business_id)'),
  ...fairIndex('occurrence_captions'),
];

/** Indexes for erasures and for the turns of businesses. */
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
