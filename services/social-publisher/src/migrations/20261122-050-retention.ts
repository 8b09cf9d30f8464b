import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  ...indexConcurrently(
    'publish_jobs_ended',
    `publish_jobs (due_at) WHERE state IN ('published', 'failed', 'cancelled')`,
  ),
];

/** Indexes for the removal of old rows (retention.ts). */
export class Retention20261122050 implements MigrationInterface {
  readonly name = 'Retention20261122050OfPublisher';
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
