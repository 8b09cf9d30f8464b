import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far a newer release of zone data has been applied to schedules, once it is applied to posts. */
export class ZoneDataSchedules20261122092 implements MigrationInterface {
  readonly name = 'ZoneDataSchedules20261122092';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE zone_data ADD COLUMN at_schedule uuid');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
