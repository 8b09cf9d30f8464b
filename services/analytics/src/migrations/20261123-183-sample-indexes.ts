import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  ...indexConcurrently('published_targets_of_post', 'published_targets (business_id, post_id)'),
  ...indexConcurrently(
    'published_targets_of_photo',
    'published_targets (business_id, photo_id) WHERE photo_id IS NOT NULL',
  ),
];

/** Which targets a post has, and which posts show a photo. */
export class SampleIndexes20261123183 implements MigrationInterface {
  readonly name = 'SampleIndexes20261123183';
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
