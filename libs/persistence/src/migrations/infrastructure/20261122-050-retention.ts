import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * As before, but an expired partition is dropped without the rows that `partition_rules.spared` describes: an event that is not published
 * yet, or not handled yet, must not be lost because it is old.
 */
const maintainPartitions = `
CREATE OR REPLACE FUNCTION maintain_partitions() RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT SET lock_timeout = '2s' AS $body$
DECLARE
  rule record;
  child record;
  first_day date;
  from_day date;
  to_day date;
  child_name text;
  step interval;
  changed int := 0;
BEGIN
  -- Two services starting together: one does the work, the other finds nothing left to do.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('maintain_partitions:' || current_schema(), 0)) THEN
    RETURN 0;
  END IF;
  FOR rule IN SELECT * FROM partition_rules ORDER BY table_name LOOP
    step := CASE rule.unit WHEN 'day' THEN interval '1 day' ELSE interval '1 month' END;
    first_day := date_trunc(rule.unit, now() AT TIME ZONE 'UTC')::date;
    FOR i IN -1 .. rule.ahead LOOP
      from_day := (first_day + i * step)::date;
      to_day := (first_day + (i + 1) * step)::date;
      child_name := rule.table_name || '_p' || to_char(from_day, 'YYYYMMDD');
      CONTINUE WHEN to_regclass(quote_ident(current_schema()) || '.' || quote_ident(child_name)) IS NOT NULL;
      BEGIN
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)', child_name, rule.table_name,
          CASE rule.column_type WHEN 'date' THEN from_day::text ELSE from_day::text || ' 00:00:00+00' END,
          CASE rule.column_type WHEN 'date' THEN to_day::text ELSE to_day::text || ' 00:00:00+00' END);
        -- Rows are reached through the parent and its policies; the child itself is closed.
        IF (SELECT relrowsecurity FROM pg_class WHERE oid = rule.table_name::regclass) THEN
          EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', child_name);
        END IF;
        changed := changed + 1;
      EXCEPTION WHEN check_violation THEN
        NULL; -- rows of this span are already in the default partition (a clock ran ahead): they stay there
      END;
    END LOOP;
    from_day := (first_day - rule.keep * step)::date;
    FOR child IN
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = rule.table_name::regclass AND c.relname ~ ('^' || rule.table_name || '_p[0-9]{8}$')
    LOOP
      IF to_date(right(child.relname, 8), 'YYYYMMDD') < from_day THEN
        IF rule.spared IS NOT NULL THEN
          -- Without a partition for their dates they move to the default one.
          EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', rule.table_name, child.relname);
          EXECUTE format('INSERT INTO %I SELECT * FROM %I WHERE %s', rule.table_name, child.relname, rule.spared);
        END IF;
        EXECUTE format('DROP TABLE %I', child.relname);
        changed := changed + 1;
      END IF;
    END LOOP;
    EXECUTE format('DELETE FROM %I WHERE %I < %L AND (%s) IS NOT TRUE', rule.table_name || '_default', rule.column_name,
      CASE rule.column_type WHEN 'date' THEN from_day::text ELSE from_day::text || ' 00:00:00+00' END,
      coalesce(rule.spared, 'false'));
  END LOOP;
  RETURN changed;
END $body$`;

/** Partitions keep what is not done, and removal finds old rows by an index. */
export class Retention20261122050 implements MigrationInterface {
  readonly name = 'Retention20261122050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE partition_rules ADD COLUMN spared text');
    await runner.query(`UPDATE partition_rules SET spared = 'published_at IS NULL' WHERE table_name = 'outbox'`);
    await runner.query(`UPDATE partition_rules SET spared = $$state <> 'done'$$ WHERE table_name = 'inbox'`);
    await runner.query(maintainPartitions);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
