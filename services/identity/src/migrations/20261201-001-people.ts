import { leasedColumns, leasedIndex } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People and how they sign in. None of these tables belongs to a business; they are found by person or by secret. */
const statements = [
  `CREATE TABLE users (
    id uuid PRIMARY KEY,
    email text NOT NULL CONSTRAINT users_email_is_stored_in_lower_case CHECK (email = lower(email)),
    email_verified_at timestamptz,
    first_name text,
    last_name text,
    profile_image_url text,
    -- How often the person was signed out everywhere; the version of that event.
    sign_outs bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE UNIQUE INDEX users_email_once ON users (email)',

  // Separate from users, so that no query about a person can read a hash by accident. None: the person signs in elsewhere.
  `CREATE TABLE credentials (
    user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    password_hash text NOT NULL CONSTRAINT credentials_only_argon2id CHECK (password_hash LIKE '$argon2id$%'),
    changed_at timestamptz NOT NULL DEFAULT now()
  )`,

  `CREATE TABLE subscriptions (
    payer_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    tier text NOT NULL CONSTRAINT subscriptions_tier_is_known CHECK (tier IN ('free', 'pro', 'agency')),
    -- The start of the first billing month: sign-up, later the last plan change.
    period_anchor timestamptz NOT NULL DEFAULT now(),
    version bigint NOT NULL DEFAULT 1
  )`,

  // Ended sessions stay until they would have expired: they record the addresses from which the person signs in. The fill factor leaves
  // room in the pages, because last_seen_at changes all the time and is in no index.
  `CREATE TABLE sessions (
    token_hash bytea PRIMARY KEY CONSTRAINT sessions_token_is_hashed CHECK (octet_length(token_hash) = 32),
    id uuid NOT NULL,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    address_hash bytea NOT NULL,
    user_agent text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_seen_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    ended_at timestamptz
  ) WITH (fillfactor = 80)`,
  'CREATE UNIQUE INDEX sessions_id_once ON sessions (id)',
  'CREATE INDEX sessions_of_a_person ON sessions (user_id)',
  'CREATE INDEX sessions_by_end ON sessions (expires_at)',

  `CREATE TABLE one_use_tokens (
    token_hash bytea PRIMARY KEY CONSTRAINT one_use_tokens_token_is_hashed CHECK (octet_length(token_hash) = 32),
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    purpose text NOT NULL CONSTRAINT one_use_tokens_purpose_is_known CHECK (purpose IN ('verify_email', 'reset_password')),
    email text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at timestamptz
  )`,
  'CREATE INDEX one_use_tokens_of_a_person ON one_use_tokens (user_id)',
  'CREATE INDEX one_use_tokens_by_end ON one_use_tokens (expires_at)',

  // The recipient and the kind; the text and the secret of its link are created when it is sent.
  `CREATE TABLE mail_queue (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    kind text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    sent_at timestamptz,
    given_up_at timestamptz,
    last_error text,
    ${leasedColumns()},
    CONSTRAINT mail_queue_given_up_has_a_reason CHECK (given_up_at IS NULL OR last_error IS NOT NULL),
    CONSTRAINT mail_queue_sent_or_given_up CHECK (sent_at IS NULL OR given_up_at IS NULL)
  )`,
  leasedIndex('mail_queue'),
  'CREATE INDEX mail_queue_of_a_person ON mail_queue (user_id)',

  // key = hash of the rule and of the subject that it limits.
  `CREATE TABLE throttles (
    key bytea PRIMARY KEY,
    used int NOT NULL CONSTRAINT throttles_used_is_not_negative CHECK (used >= 0),
    allowed int NOT NULL,
    ends_at timestamptz NOT NULL
  ) WITH (fillfactor = 70)`,
  'CREATE INDEX throttles_by_end ON throttles (ends_at)',
];

export class People20261201001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
