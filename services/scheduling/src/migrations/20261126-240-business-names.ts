import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a business is called: the name of its calendar in other programs. */
export class BusinessNames20261126240 implements MigrationInterface {
  name = 'BusinessNames20261126240';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE business_refs ADD COLUMN name text');
    await runner.query(
      `COMMENT ON COLUMN business_refs.name IS 'NULL = not told since this column exists, or deleted'`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
