import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE openid_links (
    issuer text NOT NULL CONSTRAINT openid_links_issuer_is_short CHECK (char_length(issuer) BETWEEN 1 AND 500),
    subject text NOT NULL CONSTRAINT openid_links_subject_is_short CHECK (char_length(subject) BETWEEN 1 AND 255),
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (issuer, subject)
  )`,
  'CREATE INDEX openid_links_of_a_person ON openid_links (user_id)',

  // Anybody may begin a sign-in: a row lives for minutes and holds nothing that finishes it.
  `CREATE TABLE openid_sign_ins (
    state_hash bytea PRIMARY KEY CONSTRAINT openid_sign_ins_state_is_hashed CHECK (octet_length(state_hash) = 32),
    browser_hash bytea NOT NULL CONSTRAINT openid_sign_ins_browser_is_hashed CHECK (octet_length(browser_hash) = 32),
    return_to text NOT NULL CONSTRAINT openid_sign_ins_return_to_a_path_of_the_app
      CHECK (return_to LIKE '/%' AND return_to NOT LIKE '//%' AND char_length(return_to) <= 2000),
    expires_at timestamptz NOT NULL
  )`,
  'CREATE INDEX openid_sign_ins_by_end ON openid_sign_ins (expires_at)',

  // Which sessions began at the provider, with what it wants to see again at sign-out. They go with the session's row.
  `CREATE TABLE openid_sessions (
    token_hash bytea PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
    id_token text CONSTRAINT openid_sessions_id_token_fits_an_address CHECK (char_length(id_token) <= 4096)
  )`,

  // What the newest mailed link of a person connects.
  `CREATE TABLE openid_link_requests (
    user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    issuer text NOT NULL CONSTRAINT openid_link_requests_issuer_is_short CHECK (char_length(issuer) BETWEEN 1 AND 500),
    subject text NOT NULL CONSTRAINT openid_link_requests_subject_is_short CHECK (char_length(subject) BETWEEN 1 AND 255),
    asked_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX openid_link_requests_by_age ON openid_link_requests (asked_at)',

  'ALTER TABLE one_use_tokens DROP CONSTRAINT one_use_tokens_purpose_is_known',
  `ALTER TABLE one_use_tokens ADD CONSTRAINT one_use_tokens_purpose_is_known
    CHECK (purpose IN ('verify_email', 'reset_password', 'delete_account', 'connect_sign_in'))`,
];

/** Signing in at an OpenID Connect provider. */
export class Openid20261123020 implements MigrationInterface {
  readonly name = 'Openid20261123020';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
