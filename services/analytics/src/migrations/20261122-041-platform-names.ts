import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The contract says which platforms exist: a new one needs no migration. */
export class PlatformNames20261122041 implements MigrationInterface {
  name = 'PlatformNames20261122041';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE published_targets DROP CONSTRAINT published_targets_platform_is_known');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
