import { tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Projections20261120001 implements MigrationInterface {
  name = 'Projections20261120001';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      // One row per photo, also for deleted ones: a deletion that arrives before its upload must stay deleted.
      `CREATE TABLE library_photos (
        photo_id uuid PRIMARY KEY,
        business_id uuid NOT NULL,
        version bigint NOT NULL,
        is_deleted boolean NOT NULL
      )`,
      `CREATE INDEX library_photos_of_business ON library_photos (business_id) WHERE NOT is_deleted`,
      ...tenantTable('library_photos'),
      `CREATE TABLE published_targets (
        target_id uuid PRIMARY KEY,
        business_id uuid NOT NULL,
        post_id uuid NOT NULL,
        platform text NOT NULL,
        account_id uuid NOT NULL,
        remote_id text NOT NULL,
        published_at timestamptz NOT NULL,
        CONSTRAINT published_targets_platform_is_known CHECK (platform IN ('instagram', 'facebook', 'twitter', 'linkedin', 'tiktok'))
      )`,
      `CREATE INDEX published_targets_of_business ON published_targets (business_id, published_at)`,
      ...tenantTable('published_targets'),
    ];
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
