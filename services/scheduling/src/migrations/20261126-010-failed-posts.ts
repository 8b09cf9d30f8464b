import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [...indexConcurrently('posts_failed', `posts (business_id, due_at) WHERE status = 'failed'`)];

/** What failed lately is found in the history of a business without reading what went well. */
export class FailedPosts20261126010 implements MigrationInterface {
  readonly name = 'FailedPosts20261126010';
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
