import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A target that the publisher holds back for a rate limit or quota: until when, and why. */
export class TargetDelays1795219200011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE post_targets ADD COLUMN delayed_until timestamptz');
    await runner.query(
      `COMMENT ON COLUMN post_targets.delayed_until IS 'the platform lets nothing through until then; gone as soon as anything else is told'`,
    );
    await runner.query(`ALTER TABLE post_targets
      DROP CONSTRAINT post_targets_error_exactly_when_one_is_told,
      ADD CONSTRAINT post_targets_delayed_only_in_the_publishers_hands CHECK (delayed_until IS NULL OR state = 'dispatched'),
      ADD CONSTRAINT post_targets_error_exactly_when_one_is_told CHECK
        ((state IN ('failed', 'needs_attention') OR delayed_until IS NOT NULL) = (error_code IS NOT NULL)
         AND (error_code IS NULL) = (error_message IS NULL))`);
  }

  /** Forward only: a schema is corrected by the next migration. */
  down(): Promise<void> {
    throw new Error('Migrations of Postloom only go forward.');
  }
}
