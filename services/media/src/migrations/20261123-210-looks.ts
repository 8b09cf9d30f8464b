import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A photo may show something else than its file: `edit` says what, `look_id` names those pictures, `original` is what it was before. */
export class Looks20261123210 implements MigrationInterface {
  readonly name = 'Looks20261123210';

  async up(runner: QueryRunner): Promise<void> {
    // NOT VALID: the columns are new and empty, so there is nothing to scan under the lock.
    await runner.query(
      `ALTER TABLE photos ADD COLUMN edit jsonb, ADD COLUMN look_id uuid, ADD COLUMN original jsonb,
        ADD CONSTRAINT photos_looks_are_whole CHECK (num_nulls(edit, look_id, original) IN (0, 3)) NOT VALID`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
