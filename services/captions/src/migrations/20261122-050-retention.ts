import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  ...indexConcurrently('generations_ended', `generations (created_at) WHERE state <> 'running'`),
  ...indexConcurrently('occurrence_captions_ended', `occurrence_captions (created_at) WHERE state <> 'open'`),
];

/** Indexes for the removal of old rows (retention.ts). */
export class Retention20261122050 implements MigrationInterface {
  readonly name = 'Retention20261122050OfCaptions';
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
