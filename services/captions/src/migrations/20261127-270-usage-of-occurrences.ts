import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What all tries of a recurring caption used together: those without a caption leave no generation behind. */
export class UsageOfOccurrences20261127270 implements MigrationInterface {
  name = 'UsageOfOccurrences20261127270';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE occurrence_captions ADD COLUMN tokens_read integer NOT NULL DEFAULT 0,
         ADD COLUMN tokens_written integer NOT NULL DEFAULT 0, ADD COLUMN cost_dollars numeric(12, 6)`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
