import { tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE detached_photos (
    post_id uuid PRIMARY KEY REFERENCES posts (id) ON DELETE CASCADE,
    business_id uuid NOT NULL,
    photo_ids uuid[] NOT NULL,
    photo_ids_by_platform jsonb,
    away uuid[] NOT NULL,
    unscheduled_at timestamptz,
    post_version integer NOT NULL,
    detached_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT detached_photos_are_some CHECK (cardinality(away) > 0)
  )`,
  `COMMENT ON COLUMN detached_photos.photo_ids IS 'as the author chose them, those that are away among them; so photo_ids_by_platform'`,
  `COMMENT ON COLUMN detached_photos.unscheduled_at IS 'when a deletion made the scheduled post a draft; NULL = it was one, or a person has worked on it since'`,
  `COMMENT ON COLUMN detached_photos.post_version IS 'of the post as the last deletion left it: a greater one is a person''s'`,
  'CREATE INDEX detached_photos_of_business ON detached_photos (business_id)',
  'CREATE INDEX detached_photos_age ON detached_photos (detached_at)',
  ...tenantTable('detached_photos'),
];

/** Which photos a deletion took from posts, so that they come back with the photo. */
export class DetachedPhotos20261126260 implements MigrationInterface {
  readonly name = 'DetachedPhotos20261126260';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
