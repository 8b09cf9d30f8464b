import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // NOT VALID: the columns are new and empty, so there is nothing to scan under the lock.
  `ALTER TABLE generations
     ADD COLUMN IF NOT EXISTS edited_from text,
     ADD COLUMN IF NOT EXISTS edited_to text`,
  `ALTER TABLE generations DROP CONSTRAINT IF EXISTS generations_edits_are_whole`,
  `ALTER TABLE generations
     ADD CONSTRAINT generations_edits_are_whole CHECK ((edited_from IS NULL) = (edited_to IS NULL)) NOT VALID`,
  ...indexConcurrently('generations_edited', `generations (business_id, created_at DESC) WHERE edited_to IS NOT NULL`),
];

/** What a person made of a caption before it was posted. */
export class Edits20261123171 implements MigrationInterface {
  readonly name = 'Edits20261123171';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
