import { leasedColumns } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Of a person, not of a business: no tenant.
  `CREATE TABLE imports (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL,
    state text NOT NULL DEFAULT 'receiving',
    asked_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    refusal text,
    file text NOT NULL,
    bytes bigint NOT NULL,
    received_bytes bigint NOT NULL DEFAULT 0,
    under_way_since timestamptz NOT NULL DEFAULT now(),
    export_id uuid,
    chapters jsonb NOT NULL DEFAULT '[]',
    chosen jsonb NOT NULL DEFAULT '[]',
    with_settings boolean NOT NULL DEFAULT false,
    position jsonb NOT NULL,
    brought jsonb NOT NULL,
    left_out int NOT NULL DEFAULT 0,
    findings int NOT NULL DEFAULT 0,
    ${leasedColumns()},
    CONSTRAINT imports_state_is_known CHECK (state IN ('receiving', 'checking', 'waiting', 'working', 'done', 'refused', 'dropped')),
    CONSTRAINT imports_are_checked_when_all_is_here CHECK (state IN ('receiving', 'dropped') OR received_bytes = bytes),
    CONSTRAINT imports_end_exactly_when_over CHECK ((state IN ('done', 'refused', 'dropped')) = (ended_at IS NOT NULL)),
    CONSTRAINT imports_say_why_they_are_refused CHECK ((state = 'refused') = (refusal IS NOT NULL)),
    CONSTRAINT imports_bring_back_what_was_chosen CHECK (state NOT IN ('working', 'done') OR (export_id IS NOT NULL AND chosen <> '[]'))
  )`,
  `CREATE UNIQUE INDEX imports_one_under_way ON imports (user_id)
    WHERE state IN ('receiving', 'checking', 'waiting', 'working')`,
  `CREATE INDEX imports_of_person ON imports (user_id, asked_at DESC, id DESC)`,
  `CREATE INDEX imports_ready ON imports (greatest(ready_at, lease_until)) WHERE state IN ('checking', 'working')`,
  `CREATE INDEX imports_asked ON imports (asked_at)`,
  `CREATE TABLE import_segments (
    import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
    object_key text NOT NULL,
    start bigint NOT NULL,
    length bigint NOT NULL CHECK (length > 0),
    PRIMARY KEY (import_id, start)
  )`,
  // The report: what is not as it was, or not here.
  `CREATE TABLE import_findings (
    import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
    number int NOT NULL,
    file text NOT NULL,
    line int,
    what text NOT NULL,
    PRIMARY KEY (import_id, number)
  )`,
];

/** Imports of exports, and how far each is. */
export class Imports20261123111 implements MigrationInterface {
  readonly name = 'Imports20261123111';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
