import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The parts of an upload that is being joined or was: a client that never got that answer asks for them. At most ten. */
export class PartsOfTransfers20261123213 implements MigrationInterface {
  readonly name = 'PartsOfTransfers20261123213';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE transfers ADD COLUMN parts jsonb`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
