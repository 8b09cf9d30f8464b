import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A key belongs to a person in one business: rows are not visible across businesses, so they must not collide either. */
export class Keys20261120002 implements MigrationInterface {
  name = 'Keys20261120002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX generations_one_per_key');
    await runner.query(
      `CREATE UNIQUE INDEX generations_one_per_key ON generations (business_id, user_id, idempotency_key)
       WHERE idempotency_key IS NOT NULL AND state <> 'failed'`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
