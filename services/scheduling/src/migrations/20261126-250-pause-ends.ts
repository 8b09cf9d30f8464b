import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A pause of a recurring schedule may have an end. */
export class PauseEnds20261126250 implements MigrationInterface {
  name = 'PauseEnds20261126250';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE recurring_schedules ADD COLUMN paused_until date');
    await runner.query(
      `COMMENT ON COLUMN recurring_schedules.paused_until IS 'the day of its zone on which it resumes by itself; means nothing while it runs'`,
    );
    // While a release is rolled out, pods of the one before write rows as well: they set neither column for the end of a pause.
    await runner.query(
      `CREATE FUNCTION pause_ends() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
        BEGIN
          IF NEW.is_active THEN
            NEW.paused_until := NULL;
          ELSIF NEW.ready_at = 'infinity' THEN
            NEW.ready_at := OLD.ready_at;
          END IF;
          RETURN NEW;
        END $body$`,
    );
    await runner.query(
      `CREATE TRIGGER pause_ends BEFORE UPDATE ON recurring_schedules FOR EACH ROW
        WHEN (NEW.paused_until IS NOT NULL AND NEW.paused_until = OLD.paused_until) EXECUTE FUNCTION pause_ends()`,
    );
    await runner.query(
      `COMMENT ON COLUMN recurring_schedules.ready_at IS 'the next slot less the lead, or the end of its pause; infinity = paused without an end, or ended'`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
