import { leasedColumns, leasedIndex, tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Consents to withdraw at the platform. No foreign key: a row outlives its account, and its business when that is erased. `grantor_id`:
  // the person at the platform; a consent that another of their accounts depends on is left alone.
  `CREATE TABLE revocations (
    id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    account_id uuid NOT NULL,
    platform text NOT NULL,
    grantor_id text NOT NULL,
    kid text NOT NULL,
    wrapped_key bytea NOT NULL,
    ciphertext bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    ${leasedColumns()}
  )`,
  leasedIndex('revocations'),
  `CREATE INDEX revocations_kid ON revocations (kid)`,
  ...tenantTable('revocations'),
];

export class Revocations20261122042 implements MigrationInterface {
  readonly name = 'Revocations20261122042';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
