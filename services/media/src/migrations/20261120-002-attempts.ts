import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each attempt at an upload stores under a photo id of its own, so that none can remove what another has stored. */
export class Attempts20261120002 implements MigrationInterface {
  name = 'Attempts20261120002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE upload_intents DROP COLUMN photo_id');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
