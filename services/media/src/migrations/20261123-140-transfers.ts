import { tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // What is reserved now: a later announcement of the same upload may have replaced the earlier one.
  `ALTER TABLE upload_intents ADD COLUMN reserved_bytes bigint NOT NULL DEFAULT ${50 * 1_048_576}`,
  // An upload whose bytes go to storage by signed addresses. What it left there is removed when none of them is valid any more.
  `CREATE TABLE transfers (
    id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    payer_id uuid NOT NULL,
    upload_id text NOT NULL,
    reservation_id uuid NOT NULL,
    object_key text NOT NULL,
    -- The storage's id of an upload in parts.
    multipart_id text,
    state text NOT NULL DEFAULT 'open',
    photo_id uuid,
    expires_at timestamptz NOT NULL,
    CONSTRAINT transfers_one_per_object UNIQUE (object_key),
    CONSTRAINT transfers_state_is_known CHECK (state IN ('open', 'joined', 'done', 'ended')),
    CONSTRAINT transfers_joined_from_parts CHECK (state <> 'joined' OR multipart_id IS NOT NULL),
    CONSTRAINT transfers_photo_exactly_when_done CHECK ((state = 'done') = (photo_id IS NOT NULL))
  )`,
  `CREATE INDEX transfers_expiry ON transfers (expires_at)`,
  `CREATE INDEX transfers_of_upload ON transfers (business_id, upload_id)`,
  ...tenantTable('transfers'),
  // An upload in parts must be aborted, or its parts stay without being listed anywhere.
  `ALTER TABLE object_deletions ADD COLUMN multipart_id text`,
];

/** Uploads that pass the gateway by. */
export class Transfers20261123140 implements MigrationInterface {
  readonly name = 'Transfers20261123140';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
