import { tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Projection: in which style the caption of a target was generated; null: its last round has a person's own words. It may be told before
  // the target is published, and is told only of generated captions.
  `CREATE TABLE target_styles (
    target_id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    style text,
    version bigint NOT NULL
  )`,
  'CREATE INDEX target_styles_of_business ON target_styles (business_id)',
  ...tenantTable('target_styles'),
  // Whether a generated caption would have been told: of what was published before, nobody knows who wrote it.
  'ALTER TABLE published_targets ADD COLUMN is_style_told boolean NOT NULL DEFAULT false',
];

/** Captions by their style. */
export class CaptionStyles20261123186 implements MigrationInterface {
  readonly name = 'CaptionStyles20261123186';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
