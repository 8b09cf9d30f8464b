import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a platform counts an account's posts, the lane counts them itself and waits before it would be refused. */
export class PacedLanes20261122043 implements MigrationInterface {
  name = 'PacedLanes20261122043';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE lanes ADD COLUMN recent_sends timestamptz[] NOT NULL DEFAULT '{}',
      ADD COLUMN paced_until timestamptz NOT NULL DEFAULT '-infinity'`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
