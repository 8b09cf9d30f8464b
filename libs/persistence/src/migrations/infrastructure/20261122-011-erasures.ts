import type { MigrationInterface, QueryRunner } from 'typeorm';
import { leasedColumns, leasedIndex } from '../schema-sql.ts';

/**
 * A deleted business: its tombstone, the work of erasing its rows, and the receipt when nothing is left. Pods of the previous version write
 * their tombstones only into business_payers; until they are gone a trigger copies those.
 */
export class Erasures20261122011 implements MigrationInterface {
  readonly name = 'Erasures20261122011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE erasures (
        id uuid PRIMARY KEY,
        requested_at timestamptz NOT NULL DEFAULT now(),
        emptied_at timestamptz,
        rows_deleted bigint NOT NULL DEFAULT 0,
        ${leasedColumns()}
      )`,
    );
    await runner.query(leasedIndex('erasures'));
    const [found] = (await runner.query(`SELECT to_regclass('business_payers') IS NOT NULL AS there`)) as {
      there: boolean;
    }[];
    if (found?.there) {
      await runner.query(tombstonesOf('business_payers', 'business_id', 'deleted_at'));
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}

/** Takes over the tombstones of a table of the previous version, and those that its pods still write. */
export function tombstonesOf(table: string, key: string, deletedAt: string): string {
  return `
    CREATE FUNCTION erasure_of_${table}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
    BEGIN
      INSERT INTO erasures (id) VALUES (NEW.${key}) ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $body$;
    CREATE TRIGGER erasure AFTER INSERT OR UPDATE OF ${deletedAt} ON ${table}
      FOR EACH ROW WHEN (NEW.${deletedAt} IS NOT NULL) EXECUTE FUNCTION erasure_of_${table}();
    INSERT INTO erasures (id, requested_at) SELECT ${key}, ${deletedAt} FROM ${table} WHERE ${deletedAt} IS NOT NULL`;
}
