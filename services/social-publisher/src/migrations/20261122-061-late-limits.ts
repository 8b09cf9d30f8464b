import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The time until which a post may be tried comes with its event; the table stays for pods of the version before. */
export class LateLimits20261122061 implements MigrationInterface {
  name = 'LateLimits20261122061';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `COMMENT ON TABLE late_limits IS 'not used any more: the due event carries the limit; to be dropped with the next version'`,
    );
  }

  /** Forward only: a schema is corrected by the next migration. */
  down(): Promise<void> {
    throw new Error('Migrations of Postloom only go forward.');
  }
}
