import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A generation may be something else than a caption: a text that was changed, or the description of a picture. Those have no style. */
export class Kinds20261123170 implements MigrationInterface {
  name = 'Kinds20261123170';

  async up(runner: QueryRunner): Promise<void> {
    // NOT VALID: every row satisfies the checks by the column's default, so there is nothing to scan under the lock.
    await runner.query(
      `ALTER TABLE generations
         ADD COLUMN kind text NOT NULL DEFAULT 'caption',
         ALTER COLUMN style DROP NOT NULL,
         ADD CONSTRAINT generations_kind_is_known CHECK (kind IN ('caption', 'change', 'alt_text')) NOT VALID,
         ADD CONSTRAINT generations_captions_have_a_style CHECK (kind <> 'caption' OR style IS NOT NULL) NOT VALID`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
