import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A pause of a recurring schedule may have an end. */
export class PauseEnds20261126250 implements MigrationInterface {
  name = 'PauseEnds20261126250';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE recurring_schedules ADD COLUMN paused_until date');
    await runner.query(
      `COMMENT ON COLUMN recurring_schedules.paused_until IS 'the day of its zone on which it resumes by itself; means nothing while it runs'`,
    );
    await runner.query(
      `COMMENT ON COLUMN recurring_schedules.ready_at IS 'the next slot less the lead, or the end of its pause; infinity = paused without an end, or ended'`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
