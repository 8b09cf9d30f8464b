import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [...indexConcurrently('posts_without_words', 'posts (business_id, id) WHERE NOT has_words')];

/** The work of the worker that stores words. May be repeated from any point. */
export class PostsWithoutWords20261123231 implements MigrationInterface {
  readonly name = 'PostsWithoutWords20261123231';
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
