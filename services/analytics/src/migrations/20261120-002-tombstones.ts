import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Tombstones20261120002 implements MigrationInterface {
  name = 'Tombstones20261120002';

  async up(runner: QueryRunner): Promise<void> {
    // Of businesses that are gone: an event that comes late must not bring anything back. No tenant is left to own it.
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
