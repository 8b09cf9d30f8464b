import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each caption cost, for operators: of all calls that were made for it, also when it came to nothing. Rows of before have none. */
export class Usage20261123161 implements MigrationInterface {
  name = 'Usage20261123161';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE generations ADD COLUMN prompt_version smallint, ADD COLUMN tokens_read integer,
         ADD COLUMN tokens_written integer, ADD COLUMN cost_dollars numeric(12, 6)`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
