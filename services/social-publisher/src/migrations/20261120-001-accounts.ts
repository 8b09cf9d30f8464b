import { leasedColumns, leasedIndex, tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const platforms = `('instagram', 'facebook', 'twitter', 'linkedin', 'tiktok')`;

const statements = [
  `CREATE TABLE accounts (
    id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    payer_id uuid NOT NULL,
    platform text NOT NULL CHECK (platform IN ${platforms}),
    remote_id text NOT NULL,
    grantor_id text NOT NULL,
    name text NOT NULL,
    username text NOT NULL,
    avatar_url text,
    scopes text[] NOT NULL,
    state text NOT NULL CHECK (state IN ('active', 'broken', 'removed')),
    broken_reason text,
    token_expires_at timestamptz,
    connected_at timestamptz NOT NULL DEFAULT now(),
    version bigint NOT NULL DEFAULT 1,
    CONSTRAINT accounts_one_row_per_remote_account UNIQUE (business_id, platform, remote_id),
    CONSTRAINT accounts_broken_says_why CHECK ((state = 'broken') = (broken_reason IS NOT NULL))
  )`,
  `CREATE UNIQUE INDEX accounts_one_connected_per_platform ON accounts (business_id, platform) WHERE state <> 'removed'`,
  `CREATE INDEX accounts_grantor ON accounts (platform, grantor_id) WHERE state <> 'removed'`,
  ...tenantTable('accounts'),

  // Separate from accounts, so that no query about accounts can ever return a token.
  `CREATE TABLE account_secrets (
    account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    business_id uuid NOT NULL,
    platform text NOT NULL,
    kid text NOT NULL,
    wrapped_key bytea NOT NULL,
    ciphertext bytea NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX account_secrets_kid ON account_secrets (kid)`,
  ...tenantTable('account_secrets'),

  // Sign-ins in progress. Hashes only: a reader of the table cannot complete another person's sign-in.
  `CREATE TABLE oauth_flows (
    id uuid PRIMARY KEY,
    state_hash bytea NOT NULL UNIQUE,
    business_id uuid NOT NULL,
    payer_id uuid NOT NULL,
    user_id uuid NOT NULL,
    session_id uuid NOT NULL,
    platform text NOT NULL CHECK (platform IN ${platforms}),
    kid text NOT NULL,
    wrapped_key bytea NOT NULL,
    ciphertext bytea NOT NULL,
    expires_at timestamptz NOT NULL,
    redeemed_at timestamptz,
    pick_hash bytea UNIQUE,
    CONSTRAINT oauth_flows_pick_after_redeem CHECK (pick_hash IS NULL OR redeemed_at IS NOT NULL)
  )`,
  `CREATE INDEX oauth_flows_expiry ON oauth_flows (expires_at)`,
  ...tenantTable('oauth_flows'),

  // One lane per account: only the owner of its lease calls the platform for the account.
  `CREATE TABLE lanes (
    id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    business_id uuid NOT NULL,
    platform text NOT NULL,
    ${leasedColumns()},
    parked text CONSTRAINT lanes_parked_for_a_reason CHECK (parked IN ('reconnect', 'disconnected')),
    blocked_until timestamptz NOT NULL DEFAULT '-infinity',
    refresh_at timestamptz NOT NULL DEFAULT 'infinity'
  )`,
  leasedIndex('lanes'),
  ...tenantTable('lanes'),

  // A limit that applies to the whole app of a platform pauses the platform in one row.
  `CREATE TABLE budgets (
    platform text PRIMARY KEY CHECK (platform IN ${platforms}),
    blocked_until timestamptz NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  // For operators: stop everything, a platform or an account; and the time up to which a restored database may be behind.
  `CREATE TABLE switches (
    subject text PRIMARY KEY CHECK (subject = 'all' OR subject ~ '^(platform|account):'),
    is_stopped boolean NOT NULL DEFAULT false,
    recovered_to timestamptz
  )`,
];

export class Accounts1764547200001 implements MigrationInterface {
  readonly name = 'Accounts1764547200001';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
