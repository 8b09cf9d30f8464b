import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  ...indexConcurrently('oauth_flows_of_business', 'oauth_flows (business_id)'),
  ...indexConcurrently('deleted_posts_of_business', 'deleted_posts (business_id)'),
];

/** Indexes for erasures. */
export class ErasureIndexes20261122013 implements MigrationInterface {
  readonly name = 'ErasureIndexes20261122013';
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
