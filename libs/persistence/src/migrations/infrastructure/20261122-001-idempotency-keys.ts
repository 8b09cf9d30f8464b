import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keys of a person in one business. A separate table beside `idempotency`: pods of the previous version still write there, and rely on its
 * primary key without the business.
 */
export class IdempotencyKeys20261122001 implements MigrationInterface {
  readonly name = 'IdempotencyKeys20261122001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE idempotency_keys (
      user_id text NOT NULL,
      -- All zeros: the call is above businesses.
      business_id uuid NOT NULL,
      call text NOT NULL,
      key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
      body_hash text NOT NULL,
      answer jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, business_id, call, key)
    )`);
    await runner.query('CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at)');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
