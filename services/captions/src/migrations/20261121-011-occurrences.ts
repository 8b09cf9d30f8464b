import type { MigrationInterface, QueryRunner } from 'typeorm';
import { leasedColumns, leasedIndex, tenantTable } from '@postloom/persistence';

/** Captions requested by recurring schedules; the id is that of the generation it becomes. */
export class Occurrences20261121011 implements MigrationInterface {
  name = 'Occurrences20261121011';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `CREATE TABLE occurrence_captions (
        id uuid PRIMARY KEY,
        business_id uuid NOT NULL,
        occurrence_id uuid NOT NULL,
        photo_id uuid NOT NULL,
        platforms text[] NOT NULL,
        user_id uuid NOT NULL,
        payer_id uuid NOT NULL,
        needed_by timestamptz NOT NULL,
        state text NOT NULL DEFAULT 'open',
        created_at timestamptz NOT NULL DEFAULT now(),
        ${leasedColumns()},
        CONSTRAINT occurrence_captions_one_per_photo UNIQUE (occurrence_id, photo_id),
        CONSTRAINT occurrence_captions_state_is_known CHECK (state IN ('open', 'done', 'failed'))
      )`,
      leasedIndex('occurrence_captions'),
      'CREATE INDEX occurrence_captions_of_business ON occurrence_captions (business_id)',
      ...tenantTable('occurrence_captions'),
    ];
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
