import { systemScopeByRole } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Businesses and memberships have policies of their own (20261201-002), which a new installation makes after the common step. */
export class WorkerRole20261122001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(systemScopeByRole);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
