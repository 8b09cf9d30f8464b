import type { MigrationInterface, QueryRunner } from 'typeorm';
import { leasedColumns } from '../schema-sql.ts';

/** One row per housekeeping job; a dozen rows, so no index besides the key. */
export class Housekeeping20261122010 implements MigrationInterface {
  readonly name = 'Housekeeping20261122010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE housekeeping (id text PRIMARY KEY, ${leasedColumns()})`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
