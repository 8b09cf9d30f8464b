import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often each photo of the file of rows that an import is at took too long: by the id that it has in the zip. */
export class SlowPhotos20261126260 implements MigrationInterface {
  readonly name = 'SlowPhotos20261126260';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE imports ADD COLUMN slow_photos jsonb NOT NULL DEFAULT '{}'`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
