import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The provider that a recurring caption asks first: each has slots of its own, so that a slow one delays nobody else. Only a choice of
 * slots: whom to ask is read when the caption is written.
 */
export class Lanes20261123163 implements MigrationInterface {
  name = 'Lanes20261123163';

  async up(runner: QueryRunner): Promise<void> {
    // NOT VALID: every row satisfies the check by the column's default, so there is nothing to scan under the lock.
    await runner.query(
      `ALTER TABLE occurrence_captions ADD COLUMN lane text NOT NULL DEFAULT 'openai',
         ADD CONSTRAINT occurrence_captions_lane_is_known CHECK (lane IN ('openai', 'anthropic', 'grok')) NOT VALID`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
