import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  ...indexConcurrently('posts_failed_lately', `posts (business_id, settled_at) WHERE status = 'failed'`),
  // By the date for which they were planned, which says nothing of one that was sent again later.
  'DROP INDEX CONCURRENTLY IF EXISTS posts_failed',
];

/** What failed lately is found by when it failed. */
export class LatelyFailedPosts20261128010 implements MigrationInterface {
  readonly name = 'LatelyFailedPosts20261128010';
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
