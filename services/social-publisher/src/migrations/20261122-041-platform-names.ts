import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The contract says which platforms exist: a new one needs no migration. */
export class PlatformNames20261122041 implements MigrationInterface {
  name = 'PlatformNames20261122041';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['accounts', 'oauth_flows', 'budgets', 'platform_callbacks']) {
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_platform_check`);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
