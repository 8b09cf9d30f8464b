import { leasedColumns, leasedIndex } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Set when the deletion is confirmed; the row itself goes after the person's businesses.
  'ALTER TABLE users ADD COLUMN erased_at timestamptz',
  'ALTER TABLE one_use_tokens DROP CONSTRAINT one_use_tokens_purpose_is_known',
  `ALTER TABLE one_use_tokens ADD CONSTRAINT one_use_tokens_purpose_is_known
     CHECK (purpose IN ('verify_email', 'reset_password', 'delete_account'))`,

  // Confirmed deletions of people, as leased work. Neither the id nor the address outlives its use.
  `CREATE TABLE deletions (
    id uuid PRIMARY KEY,
    user_id uuid,
    -- Until the last mail is sent.
    email text,
    state text NOT NULL DEFAULT 'verified'
      CONSTRAINT deletions_state_is_known CHECK (state IN ('verified', 'deleting', 'completed')),
    -- Of the link that confirmed it, so that it is told apart from one that never was.
    link_hash bytea CONSTRAINT deletions_link_is_hashed CHECK (octet_length(link_hash) = 32),
    businesses int NOT NULL DEFAULT 0,
    verified_at timestamptz NOT NULL DEFAULT now(),
    deleting_at timestamptz,
    completed_at timestamptz,
    ${leasedColumns()},
    CONSTRAINT deletions_began_before_they_end CHECK ((state = 'verified') = (deleting_at IS NULL)),
    CONSTRAINT deletions_have_an_end_once_completed CHECK ((state = 'completed') = (completed_at IS NOT NULL)),
    CONSTRAINT deletions_name_nobody_once_completed CHECK ((state = 'completed') = (user_id IS NULL)),
    CONSTRAINT deletions_know_whom_to_tell CHECK (state = 'completed' OR email IS NOT NULL)
  )`,
  leasedIndex('deletions'),
  'CREATE UNIQUE INDEX deletions_one_per_person ON deletions (user_id)',
  'CREATE UNIQUE INDEX deletions_one_per_link ON deletions (link_hash)',
  'CREATE INDEX deletions_open ON deletions (verified_at) WHERE completed_at IS NULL',
  'CREATE INDEX deletions_by_end ON deletions (completed_at) WHERE completed_at IS NOT NULL',

  `CREATE TABLE deletion_receipts (
    deletion_id uuid NOT NULL REFERENCES deletions ON DELETE CASCADE,
    owner text NOT NULL CONSTRAINT deletion_receipts_owner_is_known
      CHECK (owner IN ('identity', 'media', 'captions', 'scheduling', 'publisher', 'analytics')),
    rows_deleted bigint NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (deletion_id, owner)
  )`,

  // One row per request, for unknown addresses too: they look the same, and nothing of the address is kept.
  `CREATE TABLE deletion_codes (
    code_hash bytea PRIMARY KEY CONSTRAINT deletion_codes_code_is_hashed CHECK (octet_length(code_hash) = 32),
    user_id uuid REFERENCES users ON DELETE SET NULL,
    deletion_id uuid REFERENCES deletions ON DELETE CASCADE,
    requested_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX deletion_codes_of_a_person ON deletion_codes (user_id) WHERE user_id IS NOT NULL',
  'CREATE INDEX deletion_codes_of_a_deletion ON deletion_codes (deletion_id) WHERE deletion_id IS NOT NULL',
  'CREATE INDEX deletion_codes_by_age ON deletion_codes (requested_at)',
];

/** People are deleted: requests, confirmed deletions and the services' receipts. */
export class Deletions20261123040 implements MigrationInterface {
  readonly name = 'Deletions20261123040';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
