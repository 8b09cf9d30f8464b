import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Posts may come from an industry's template. The constraint before allowed less, so no row can break this one: it need not read the table
 * while it holds its lock.
 */
export class TemplatePosts20261123060 implements MigrationInterface {
  name = 'TemplatePosts20261123060';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE posts DROP CONSTRAINT posts_source_is_known, ADD CONSTRAINT posts_source_is_known
        CHECK (source IN ('manual', 'recurring', 'import', 'api', 'template')) NOT VALID`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
