import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A generation may be the samples of a voice. */
export class Previews20261123172 implements MigrationInterface {
  name = 'Previews20261123172';

  async up(runner: QueryRunner): Promise<void> {
    // NOT VALID: the rows satisfied the narrower check, so there is nothing to scan under the lock.
    await runner.query(
      `ALTER TABLE generations
         DROP CONSTRAINT generations_kind_is_known,
         ADD CONSTRAINT generations_kind_is_known CHECK (kind IN ('caption', 'change', 'alt_text', 'preview')) NOT VALID`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
