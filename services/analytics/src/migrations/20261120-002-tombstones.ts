import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Tombstones20261120002 implements MigrationInterface {
  name = 'Tombstones20261120002';

  async up(runner: QueryRunner): Promise<void> {
    // Of deleted businesses: a late event must not restore anything. No tenant is left to own the rows.
    await runner.query(
      `CREATE TABLE erased_businesses (
        id uuid PRIMARY KEY,
        erased_at timestamptz NOT NULL DEFAULT now()
      )`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
