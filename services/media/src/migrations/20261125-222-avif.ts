import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Photos may be AVIF. In two steps, each of them repeatable, because only the first one keeps everybody else from the table: whatever is in it
 * was allowed before.
 */
export class Avif20261125222 implements MigrationInterface {
  readonly name = 'Avif20261125222';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE photos DROP CONSTRAINT IF EXISTS photos_type_is_known, ADD CONSTRAINT photos_type_is_known
      CHECK (mime_type IN ('image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/avif')) NOT VALID`);
    await runner.query('ALTER TABLE photos VALIDATE CONSTRAINT photos_type_is_known');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
