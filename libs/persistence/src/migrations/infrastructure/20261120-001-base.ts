import type { MigrationInterface, QueryRunner } from 'typeorm';
import { partitionedTable } from '../schema-sql.ts';

/** Tables created by the migrations of this folder: infrastructure, not tenant data, therefore without row-level security. */
export const infrastructureTables = [
  'schema_migrations',
  'partition_rules',
  'outbox',
  'inbox',
  'feed_cursors',
  'feed_rounds',
  'idempotency',
  'idempotency_keys',
  'entitlements',
  'business_payers',
  'usage',
  'reservations',
  'throttles',
  'housekeeping',
  'erasures',
  'person_erasures',
] as const;

/**
 * Maintains the partitions of every table in `partition_rules`. The runtime role may not create or drop tables, so this runs with the
 * owner's rights; it takes no argument and reads its rules from a table that the runtime role cannot write, so it cannot be made to drop
 * anything else.
 */
const maintainPartitions = `
CREATE FUNCTION maintain_partitions() RETURNS int
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
  -- Two services starting together: one does the work, the other has nothing left to do.
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
        EXECUTE format('DROP TABLE %I', child.relname);
        changed := changed + 1;
      END IF;
    END LOOP;
    EXECUTE format('DELETE FROM %I WHERE %I < %L', rule.table_name || '_default', rule.column_name,
      CASE rule.column_type WHEN 'date' THEN from_day::text ELSE from_day::text || ' 00:00:00+00' END);
  END LOOP;
  RETURN changed;
END $body$`;

const base = [
  `CREATE TABLE partition_rules (
    table_name text PRIMARY KEY,
    column_name text NOT NULL,
    column_type text NOT NULL CHECK (column_type IN ('date', 'timestamptz')),
    unit text NOT NULL CHECK (unit IN ('day', 'month')),
    ahead int NOT NULL CHECK (ahead BETWEEN 1 AND 60),
    keep int NOT NULL CHECK (keep BETWEEN 1 AND 400)
  )`,
  maintainPartitions,
  // Events to be published. One row is one event, written by Tx.emit in the transaction of the fact itself. The feed reads by created_at
  // (start of the writing transaction); the relay reads what is not yet published.
  `CREATE TABLE outbox (
    id uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    subject text NOT NULL,
    at timestamptz NOT NULL,
    business_id uuid,
    entity_id text NOT NULL,
    version bigint NOT NULL CHECK (version >= 0),
    cause text,
    data jsonb NOT NULL,
    traceparent text,
    published_at timestamptz,
    PRIMARY KEY (id, created_at)
  ) PARTITION BY RANGE (created_at)`,
  `CREATE INDEX outbox_waiting ON outbox (created_at, id) WHERE published_at IS NULL`,
  `CREATE INDEX outbox_feed ON outbox (created_at, id)`,
  // What this service has handled. event_day is the UTC day of the event's own \`at\`, so that a repeated event meets the
  // same partition and therefore the same unique key. parked = given up after too many tries; kept for replay.
  `CREATE TABLE inbox (
    handler text NOT NULL,
    event_id uuid NOT NULL,
    event_day date NOT NULL,
    state text NOT NULL DEFAULT 'done' CHECK (state IN ('done', 'parked')),
    received_at timestamptz NOT NULL DEFAULT now(),
    tries int NOT NULL DEFAULT 1,
    error text,
    envelope jsonb,
    PRIMARY KEY (handler, event_id, event_day),
    CONSTRAINT inbox_parked_keeps_its_reason CHECK (state = 'done' OR error IS NOT NULL)
  ) PARTITION BY RANGE (event_day)`,
  `CREATE INDEX inbox_parked ON inbox (received_at) WHERE state = 'parked'`,
  // How far each handler has compared its inbox with a producer's outbox.
  `CREATE TABLE feed_cursors (
    producer text NOT NULL,
    handler text NOT NULL,
    position timestamptz NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (producer, handler)
  )`,
  `CREATE TABLE idempotency (
    user_id text NOT NULL,
    call text NOT NULL,
    key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
    body_hash text NOT NULL,
    answer jsonb,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, call, key)
  )`,
  `CREATE INDEX idempotency_age ON idempotency (created_at)`,
  ...partitionedTable({
    table: 'outbox',
    unit: 'day',
    column: { name: 'created_at', type: 'timestamptz' },
    ahead: 3,
    keep: 14,
  }),
  ...partitionedTable({ table: 'inbox', unit: 'day', column: { name: 'event_day', type: 'date' }, ahead: 3, keep: 30 }),
  `SELECT maintain_partitions()`,
];

const quotas = [
  // Projection of identity.plan.changed: the plan of a payer and the instant its billing months are counted from.
  `CREATE TABLE entitlements (
    payer_id uuid PRIMARY KEY,
    tier text NOT NULL CHECK (tier IN ('free', 'pro', 'agency')),
    period_anchor timestamptz NOT NULL,
    version bigint NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  // Projection of identity.business.created/deleted. A deleted one stays as a tombstone.
  `CREATE TABLE business_payers (
    business_id uuid PRIMARY KEY,
    payer_id uuid NOT NULL,
    version bigint NOT NULL,
    deleted_at timestamptz
  )`,
  `CREATE INDEX business_payers_payer ON business_payers (payer_id)`,
  // The count itself. period_start is the start of the billing period, or 1970-01-01 for what is counted as long as it exists. closed: a
  // plan change moved the count to another period, and concurrent writers must read again.
  `CREATE TABLE usage (
    payer_id uuid NOT NULL,
    metric text NOT NULL CHECK (metric IN ('posts', 'captions', 'storage', 'accounts')),
    period_start timestamptz NOT NULL,
    used bigint NOT NULL DEFAULT 0 CONSTRAINT usage_used_not_negative CHECK (used >= 0),
    reserved bigint NOT NULL DEFAULT 0 CONSTRAINT usage_reserved_not_negative CHECK (reserved >= 0),
    closed boolean NOT NULL DEFAULT false,
    PRIMARY KEY (payer_id, metric, period_start)
  )`,
  `CREATE TABLE reservations (
    id uuid PRIMARY KEY,
    payer_id uuid NOT NULL,
    metric text NOT NULL,
    period_start timestamptz NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    expires_at timestamptz NOT NULL,
    FOREIGN KEY (payer_id, metric, period_start) REFERENCES usage (payer_id, metric, period_start)
  )`,
  `CREATE INDEX reservations_expiry ON reservations (expires_at)`,
  `CREATE INDEX reservations_usage ON reservations (payer_id, metric, period_start)`,
];

/**
 * The first migration of every service: outbox, inbox, feed_cursors, idempotency and the maintenance of partitions; with `quotas` also
 * entitlements, business_payers, usage and reservations for a service that owns a limit.
 */
export function baseMigration(options: { quotas?: boolean } = {}): new () => MigrationInterface {
  return class Base1764547200000 implements MigrationInterface {
    readonly name = options.quotas ? 'BaseWithQuotas1764547200000' : 'Base1764547200000';

    async up(runner: QueryRunner): Promise<void> {
      for (const statement of options.quotas ? [...base, ...quotas] : base) {
        await runner.query(statement);
      }
    }

    down(): Promise<void> {
      return Promise.reject(new Error('Migrations go forward only'));
    }
  };
}
