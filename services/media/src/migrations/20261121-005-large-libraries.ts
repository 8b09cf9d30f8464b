import { tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Under row-level security Postgres uses an index only for conditions that can leak nothing: plain columns and `=`, `<`, `>`.
 * `lower(name)` and `array @> element` are not among them. So the folded name is a column, and each use of a photo a row.
 */
export class LargeLibraries20261121005 implements MigrationInterface {
  name = 'LargeLibraries20261121005';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `SET LOCAL app.scope = 'system'`,
      'DROP INDEX photos_by_name',
      'ALTER TABLE photos ADD COLUMN name_key text NOT NULL GENERATED ALWAYS AS (lower(original_name)) STORED',
      'CREATE INDEX photos_by_name ON photos (business_id, name_key, id)',
      'CREATE INDEX photos_by_size ON photos (business_id, file_size DESC, id DESC)',
      // The posts that use a photo; the row in photo_uses holds the version that said so.
      `CREATE TABLE photo_posts (
        post_id uuid NOT NULL REFERENCES photo_uses ON DELETE CASCADE,
        photo_id uuid NOT NULL,
        business_id uuid NOT NULL,
        PRIMARY KEY (post_id, photo_id)
      )`,
      'CREATE INDEX photo_posts_of_a_photo ON photo_posts (business_id, photo_id)',
      `INSERT INTO photo_posts (post_id, photo_id, business_id)
       SELECT DISTINCT u.post_id, p.id, u.business_id FROM photo_uses u CROSS JOIN LATERAL unnest(u.photo_ids) AS p (id)`,
      ...tenantTable('photo_posts'),
      'ALTER TABLE photo_uses DROP COLUMN photo_ids',
    ];
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
