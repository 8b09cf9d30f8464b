import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  ...indexConcurrently('photos_without_words', 'photos (business_id, id) WHERE NOT has_words'),
  ...indexConcurrently('photos_by_type', 'photos (business_id, mime_type, created_at DESC, id DESC)'),
  // As the filter writes it (list-query.ts): under row-level security only comparisons that can leak nothing use an index.
  ...indexConcurrently(
    'photos_by_shape',
    `photos (business_id, (CASE WHEN width > height THEN 'landscape' WHEN width < height THEN 'portrait' ELSE 'square' END),
      created_at DESC, id DESC)`,
  ),
];

/** What a filtered library is read by, newest first. */
export class FilterIndexes20261123131 implements MigrationInterface {
  readonly name = 'FilterIndexes20261123131';
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
