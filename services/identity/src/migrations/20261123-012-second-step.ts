import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // An app's secret, sealed. Pending: no code of it was given yet, and sign-in does not ask for one.
  `CREATE TABLE totp (
    user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    state text NOT NULL DEFAULT 'pending' CONSTRAINT totp_state_is_known CHECK (state IN ('pending', 'on')),
    kid text NOT NULL,
    wrapped_key bytea NOT NULL,
    ciphertext bytea NOT NULL,
    -- The step (of 30 seconds) of the last code that was accepted: each counts once.
    last_step bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    on_since timestamptz,
    CONSTRAINT totp_on_since_it_is_on CHECK ((state = 'on') = (on_since IS NOT NULL))
  )`,
  // Of a key that is to be removed, to be sealed anew.
  'CREATE INDEX totp_by_key ON totp (kid, user_id)',

  `CREATE TABLE recovery_codes (
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    code_hash bytea NOT NULL CONSTRAINT recovery_codes_code_is_hashed CHECK (octet_length(code_hash) = 32),
    created_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz,
    PRIMARY KEY (user_id, code_hash)
  )`,

  `CREATE TABLE passkeys (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    -- As the authenticator counts; 0 for ever where it does not.
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    is_synced boolean NOT NULL,
    name text NOT NULL CONSTRAINT passkeys_name_has_1_to_60_characters CHECK (char_length(name) BETWEEN 1 AND 60),
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz
  )`,
  'CREATE UNIQUE INDEX passkeys_credential_once ON passkeys (credential_id)',
  'CREATE INDEX passkeys_of_a_person ON passkeys (user_id, created_at)',

  // What is under way: a sign-in after its password, a sign-in by passkey, a passkey that is being made. Short-lived, used once.
  `CREATE TABLE challenges (
    token_hash bytea PRIMARY KEY CONSTRAINT challenges_token_is_hashed CHECK (octet_length(token_hash) = 32),
    purpose text NOT NULL
      CONSTRAINT challenges_purpose_is_known CHECK (purpose IN ('second_step', 'passkey_sign_in', 'passkey_add')),
    -- Null: the passkey says who it is.
    user_id uuid REFERENCES users ON DELETE CASCADE,
    -- What the authenticator has to sign, once it was asked for; not a secret.
    passkey_challenge text,
    -- The session in which a passkey is made.
    session_id uuid,
    tries int NOT NULL DEFAULT 0,
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    CONSTRAINT challenges_know_their_person CHECK ((purpose = 'passkey_sign_in') = (user_id IS NULL)),
    CONSTRAINT challenges_know_their_session CHECK ((purpose = 'passkey_add') = (session_id IS NOT NULL))
  )`,
  'CREATE INDEX challenges_by_end ON challenges (expires_at)',
  'CREATE INDEX challenges_of_a_person ON challenges (user_id) WHERE user_id IS NOT NULL',
];

/** Codes of an app, recovery codes and passkeys. */
export class SecondStep20261123012 implements MigrationInterface {
  readonly name = 'SecondStep20261123012';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
