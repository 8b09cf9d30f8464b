import { tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Photos that were deleted and can still come back. A row holds the photo and its renditions as they were, whatever columns those tables
 * have by then, so that no other statement has to know that there are deleted photos.
 */
export class DeletedPhotos20261123132 implements MigrationInterface {
  readonly name = 'DeletedPhotos20261123132';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `CREATE TABLE deleted_photos (
        id uuid PRIMARY KEY,
        business_id uuid NOT NULL,
        photo jsonb NOT NULL,
        rendition jsonb NOT NULL,
        deleted_at timestamptz NOT NULL DEFAULT now()
      )`,
      'CREATE INDEX deleted_photos_newest ON deleted_photos (business_id, deleted_at DESC, id DESC)',
      'CREATE INDEX deleted_photos_oldest ON deleted_photos (deleted_at)',
      ...tenantTable('deleted_photos'),
    ];
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
