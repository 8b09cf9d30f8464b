import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // What was announced, which its addresses bind storage to. Null: nothing was, so what arrives is looked at from time to time.
  `ALTER TABLE transfers ADD COLUMN IF NOT EXISTS bytes bigint,
    ADD COLUMN IF NOT EXISTS look_at timestamptz NOT NULL DEFAULT now() + interval '1 minute'`,
  ...indexConcurrently('transfers_to_look_at', `transfers (look_at) WHERE look_at < 'infinity'`),
];

/** How long a file is that goes to storage by signed addresses. */
export class LengthsOfTransfers20261126261 implements MigrationInterface {
  readonly name = 'LengthsOfTransfers20261126261';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
