import type { TurnColumn } from '../leases.ts';

/**
 * Pieces of SQL for migrations. Names given here are written by developers, never by users; they are checked to be
 * plain identifiers all the same.
 */

function identifier(name: string): string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name)) {
    throw new Error(`"${name}" is not a plain table name`);
  }
  return name;
}

/**
 * The second lock on a tenant table (the first is the tenant in every query): row-level security, forced for the owner
 * too. The service's role sees and writes the rows of the transaction's business; `<schema>_worker` those of all; the
 * owner, in a migration, those of all after `SET LOCAL app.scope = 'system'`. Without any scope the setting is missing or
 * empty, and the statement fails instead of showing nothing or everything.
 */
export function tenantTable(table: string): string[] {
  const name = identifier(table);
  // The sub-selects make Postgres read the settings once per statement instead of once per row. They must not fail: when a
  // row was changed by somebody else meanwhile, Postgres reads all of them, whichever branch it needs. The last branch is
  // no sub-select and fails on purpose: there is a scope, but no business.
  const mayUse = `CASE (SELECT current_setting('app.scope')) WHEN 'system' THEN false
    WHEN 'business' THEN business_id = (SELECT nullif(current_setting('app.business_id', true), '')::uuid)
    ELSE business_id = current_setting('app.business_id')::uuid END`;
  return [
    `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY ${name}_tenant ON ${name} USING (${mayUse}) WITH CHECK (${mayUse})`,
    systemScopeByRole,
  ];
}

/**
 * Makes the system scope a property of the login role in the whole schema: no policy may grant it because of a setting, and each table with
 * a policy gets one for the workers' role and one for migrations. Safe to repeat.
 */
export const systemScopeByRole = `DO $do$
DECLARE
  tenant record;
  narrowed text;
  worker text := current_schema() || '_worker';
BEGIN
  FOR tenant IN
    -- Own policies first: printing a policy locks its table, and another service's may be in the middle of a migration.
    WITH own AS MATERIALIZED (
      SELECT c.oid, c.relname AS tablename, p.polname AS policyname, p.polqual FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
      WHERE c.relnamespace = current_schema()::regnamespace),
    printed AS (SELECT tablename, policyname, pg_get_expr(polqual, oid) AS qual FROM own)
    SELECT * FROM printed WHERE qual LIKE '%CASE%app.scope%' ORDER BY tablename
  LOOP
    narrowed := replace(tenant.qual, $$'system'::text THEN true$$, $$'system'::text THEN false$$);
    IF narrowed <> tenant.qual THEN
      EXECUTE format('ALTER POLICY %I ON %I USING (%s) WITH CHECK (%s)',
        tenant.policyname, tenant.tablename, narrowed, narrowed);
    END IF;
    IF NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = tenant.tablename::regclass
      AND polname = left(tenant.tablename, 55) || '_workers')
    THEN
      EXECUTE format('CREATE POLICY %I ON %I TO %I USING (true) WITH CHECK (true)',
        left(tenant.tablename, 55) || '_workers', tenant.tablename, worker);
      EXECUTE format('CREATE POLICY %I ON %I TO CURRENT_USER USING (current_setting(%L, true) = %L)',
        left(tenant.tablename, 52) || '_migrations', tenant.tablename, 'app.scope', 'system');
    END IF;
  END LOOP;
END $do$`;

/** The columns that make a row leasable work. `ready_at = infinity`: nothing to do. */
export function leasedColumns(): string {
  return `ready_at timestamptz NOT NULL DEFAULT now(),
    lease_until timestamptz NOT NULL DEFAULT '-infinity',
    lease_epoch bigint NOT NULL DEFAULT 0,
    tries int NOT NULL DEFAULT 0`;
}

/** The index that `Leases.claim` needs. */
export function leasedIndex(table: string): string {
  const name = identifier(table);
  return `CREATE INDEX ${name}_ready ON ${name} (greatest(ready_at, lease_until))`;
}

/**
 * An index on a table that may be large, for a migration with `transaction = false`: writers are not blocked. An invalid index left by a
 * failed attempt is dropped first.
 */
export function indexConcurrently(name: string, definition: string): string[] {
  return [
    `DROP INDEX CONCURRENTLY IF EXISTS ${identifier(name)}`,
    `CREATE INDEX CONCURRENTLY ${identifier(name)} ON ${definition}`,
  ];
}

/** The index that `Leases.claimFairly` needs besides; `where` is the one of the claim. See `indexConcurrently`. */
export function fairIndex(table: string, where?: string, turnsBy: TurnColumn = 'business_id'): string[] {
  return indexConcurrently(
    `${table}_fair`,
    `${identifier(table)} (${turnsBy}, (greatest(ready_at, lease_until)))
    WHERE ready_at < 'infinity'${where === undefined ? '' : ` AND (${where})`}`,
  );
}

export interface PartitionRule {
  /** A table made with `PARTITION BY RANGE (<column>)`. */
  table: string;
  unit: 'day' | 'month';
  /** The type of the partition column. */
  column: { name: string; type: 'date' | 'timestamptz' };
  /** How many units ahead partitions are made. */
  ahead: number;
  /** How many units are kept before a partition is dropped whole. */
  keep: number;
}

/**
 * SQL that puts a partitioned table under the maintenance of `maintain_partitions()`: its default partition (which takes rows that fit no
 * other, so an insert never fails) and its rule. Run `SELECT maintain_partitions()` after it in the migration.
 */
export function partitionedTable(rule: PartitionRule): string[] {
  const name = identifier(rule.table);
  const column = identifier(rule.column.name);
  return [
    `CREATE TABLE ${name}_default PARTITION OF ${name} DEFAULT`,
    `INSERT INTO partition_rules (table_name, column_name, column_type, unit, ahead, keep)
      VALUES ('${name}', '${column}', '${rule.column.type}', '${rule.unit}', ${Math.trunc(rule.ahead)}, ${Math.trunc(rule.keep)})`,
  ];
}
