import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A failed event is retried from its inbox row, by whichever process claims it, and the feed runs in one process at a time. Processes of
 * the previous version neither read nor write the new columns; the rows they write keep their meaning.
 */
export class InboxRetries20261122030 implements MigrationInterface {
  readonly name = 'InboxRetries20261122030';

  async up(runner: QueryRunner): Promise<void> {
    // Defaults are constants, so no row is rewritten.
    await runner.query(`ALTER TABLE inbox
      ADD COLUMN business_id uuid,
      ADD COLUMN traceparent text,
      ADD COLUMN ready_at timestamptz,
      ADD COLUMN runs int NOT NULL DEFAULT 0,
      ADD COLUMN first_failed_at timestamptz`);
    // NOT VALID: every row satisfies the narrower checks that these replace, so there is nothing to scan under the lock.
    await runner.query(`ALTER TABLE inbox
      DROP CONSTRAINT inbox_state_check,
      ADD CONSTRAINT inbox_state_check CHECK (state IN ('done', 'retrying', 'parked')) NOT VALID,
      DROP CONSTRAINT inbox_parked_keeps_its_reason,
      ADD CONSTRAINT inbox_parked_keeps_its_reason CHECK (state <> 'parked' OR error IS NOT NULL) NOT VALID,
      ADD CONSTRAINT inbox_retrying_is_complete
        CHECK (state <> 'retrying' OR (ready_at IS NOT NULL AND envelope IS NOT NULL)) NOT VALID`);
    // One row per producer: whose turn it is to compare the inbox with that producer's feed.
    await runner.query(`CREATE TABLE feed_rounds (
      producer text PRIMARY KEY,
      ready_at timestamptz NOT NULL DEFAULT now(),
      lease_until timestamptz NOT NULL DEFAULT '-infinity',
      lease_epoch bigint NOT NULL DEFAULT 0
    )`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
