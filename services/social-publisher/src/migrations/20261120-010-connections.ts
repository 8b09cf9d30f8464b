import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // A refresh replaces exactly the tokens it was made from. The ciphertext cannot identify them: sealing the same tokens under another key
  // changes it too. `generation` changes with the tokens and with nothing else.
  `ALTER TABLE account_secrets ADD COLUMN generation uuid NOT NULL DEFAULT gen_random_uuid()`,
  `CREATE INDEX oauth_flows_kid ON oauth_flows (kid)`,

  // Which warning about the end of a connection was emitted, and for which end: a new end gets warnings of its own.
  `ALTER TABLE accounts ADD COLUMN expiry_warned_days smallint CHECK (expiry_warned_days IN (7, 1)),
    ADD COLUMN expiry_warned_for timestamptz,
    ADD CONSTRAINT accounts_warned_for_an_end CHECK ((expiry_warned_days IS NULL) = (expiry_warned_for IS NULL))`,
  `CREATE INDEX accounts_expiry ON accounts (token_expires_at) WHERE state = 'active' AND token_expires_at IS NOT NULL`,
  `CREATE INDEX accounts_remote ON accounts (platform, remote_id) WHERE state <> 'removed'`,

  // Signed messages of platforms that were already accepted, so that a copy has no second effect. They name no tenant: a digest reveals
  // nothing of its content.
  `CREATE TABLE platform_callbacks (
    platform text NOT NULL CHECK (platform IN ('instagram', 'facebook', 'tiktok')),
    digest bytea NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (platform, digest)
  )`,
  `CREATE INDEX platform_callbacks_age ON platform_callbacks (received_at)`,
];

export class Connections1764547200010 implements MigrationInterface {
  readonly name = 'Connections1764547200010';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
