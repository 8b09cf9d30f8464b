import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemScopeByRole } from '../schema-sql.ts';

/**
 * The system scope is the login role `<schema>_worker` from now on. Workers of pods of the previous version see no rows in this schema;
 * those of this version do their work.
 */
export class WorkerRole20261122002 implements MigrationInterface {
  readonly name = 'WorkerRole20261122002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(systemScopeByRole);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
