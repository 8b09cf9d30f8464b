import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  'ALTER TABLE posts ADD COLUMN photo_ids_by_platform jsonb',
  `COMMENT ON COLUMN posts.photo_ids_by_platform IS 'photos that a platform gets instead of photo_ids; NULL = none'`,
];

/** Pictures of a single platform. */
export class PhotosByPlatform20261122101 implements MigrationInterface {
  name = 'PhotosByPlatform20261122101';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
