import { tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Albums. A photo's album is one of its own business: the key says so, whatever the code does. */
export class Albums20261121003 implements MigrationInterface {
  name = 'Albums20261121003';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `CREATE TABLE albums (
        id uuid PRIMARY KEY,
        business_id uuid NOT NULL,
        name text NOT NULL,
        description text,
        version bigint NOT NULL DEFAULT 1,
        -- Deleted, but its photos are not all taken out of it yet; nobody sees it any more.
        closing_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT albums_of_one_business UNIQUE (business_id, id),
        CONSTRAINT albums_have_a_name CHECK (name <> '')
      )`,
      `CREATE INDEX albums_closing ON albums (closing_at) WHERE closing_at IS NOT NULL`,
      ...tenantTable('albums'),
      `ALTER TABLE photos ADD CONSTRAINT photos_album_of_same_business
        FOREIGN KEY (business_id, album_id) REFERENCES albums (business_id, id)`,
      `CREATE INDEX photos_by_album ON photos (business_id, album_id, created_at DESC, id DESC)`,
      `CREATE INDEX photos_by_name ON photos (business_id, lower(original_name), id)`,
    ];
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
