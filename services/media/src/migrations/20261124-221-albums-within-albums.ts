import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Albums within albums. An album names its parent together with the parent's level and stands one below it, so the key itself keeps albums
 * at most five deep and out of circles: whoever moves an album moves what is inside it, and a circle would go deeper without an end.
 */
export class AlbumsWithinAlbums20261124221 implements MigrationInterface {
  readonly name = 'AlbumsWithinAlbums20261124221';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `ALTER TABLE albums ADD COLUMN parent_id uuid, ADD COLUMN parent_level smallint,
        ADD COLUMN level smallint GENERATED ALWAYS AS (coalesce(parent_level, 0) + 1) STORED,
        ADD CONSTRAINT albums_parent_with_its_level CHECK ((parent_id IS NULL) = (parent_level IS NULL)),
        ADD CONSTRAINT albums_at_most_five_deep CHECK (level BETWEEN 1 AND 5)`,
      'ALTER TABLE albums ADD CONSTRAINT albums_with_level UNIQUE (business_id, id, level)',
      // Whoever deletes a parent without a thought lifts what was inside it to the first level.
      `ALTER TABLE albums ADD CONSTRAINT albums_parent_of_same_business
        FOREIGN KEY (business_id, parent_id, parent_level) REFERENCES albums (business_id, id, level)
        ON UPDATE CASCADE ON DELETE SET NULL (parent_id, parent_level)`,
      'CREATE INDEX albums_by_parent ON albums (business_id, parent_id) WHERE parent_id IS NOT NULL',
    ];
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
