import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Frequencies under the product's names. */
const statements = [
  'ALTER TABLE recurring_schedules DROP CONSTRAINT recurring_schedules_frequency_is_known',
  `UPDATE recurring_schedules SET frequency = CASE frequency WHEN 'every_2_days' THEN 'every2days' ELSE 'every3days' END
    WHERE frequency IN ('every_2_days', 'every_3_days')`,
  `ALTER TABLE recurring_schedules ADD CONSTRAINT recurring_schedules_frequency_is_known CHECK
    (frequency IN ('daily', 'every2days', 'every3days', 'weekly', 'monthly'))`,
];

export class Frequencies1795219200022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Row-level security applies to the table's owner too.
    await runner.query(`SELECT set_config('app.scope', 'system', true)`);
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  /** Forward only: a schema is corrected by the next migration. */
  down(): Promise<void> {
    throw new Error('Migrations of Postloom only go forward.');
  }
}
