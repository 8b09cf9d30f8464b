import { leasedColumns } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Of a person, not of a business: no tenant.
  `CREATE TABLE exports (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL,
    state text NOT NULL DEFAULT 'working',
    asked_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    expires_at timestamptz,
    position jsonb NOT NULL,
    chapters jsonb NOT NULL DEFAULT '[]',
    bytes bigint NOT NULL DEFAULT 0,
    segments int NOT NULL DEFAULT 0,
    entries int NOT NULL DEFAULT 0,
    photo_bytes bigint NOT NULL DEFAULT 0,
    expected_bytes bigint NOT NULL,
    ${leasedColumns()},
    CONSTRAINT exports_state_is_known CHECK (state IN ('working', 'ready', 'failed')),
    CONSTRAINT exports_end_exactly_when_over CHECK ((state = 'working') = (ended_at IS NULL)),
    CONSTRAINT exports_expire_exactly_when_ready CHECK ((state = 'ready') = (expires_at IS NOT NULL)),
    CONSTRAINT exports_are_whole_when_ready CHECK (state <> 'ready' OR position ->> 'step' = 'done')
  )`,
  `CREATE UNIQUE INDEX exports_one_under_way ON exports (user_id) WHERE state = 'working'`,
  `CREATE INDEX exports_of_person ON exports (user_id, asked_at DESC, id DESC)`,
  `CREATE INDEX exports_ready ON exports (greatest(ready_at, lease_until)) WHERE state = 'working'`,
  `CREATE INDEX exports_over ON exports (ended_at) WHERE state <> 'working'`,
  // The zip is these objects one after another.
  `CREATE TABLE export_segments (
    export_id uuid NOT NULL REFERENCES exports ON DELETE CASCADE,
    number int NOT NULL,
    object_key text NOT NULL,
    start bigint NOT NULL,
    length bigint NOT NULL CHECK (length > 0),
    PRIMARY KEY (export_id, number)
  )`,
  // The directory of the zip, until it is written.
  `CREATE TABLE export_entries (
    export_id uuid NOT NULL REFERENCES exports ON DELETE CASCADE,
    number int NOT NULL,
    name text NOT NULL,
    method smallint NOT NULL,
    crc bigint NOT NULL,
    size bigint NOT NULL,
    stored bigint NOT NULL,
    start bigint NOT NULL,
    sha256 text NOT NULL,
    role text NOT NULL,
    photo_id uuid,
    rows int,
    PRIMARY KEY (export_id, number),
    CONSTRAINT export_entries_have_names_of_their_own UNIQUE (export_id, name),
    CONSTRAINT export_entries_role_is_known CHECK (role IN ('original', 'preview', 'rows', 'page'))
  )`,
  `CREATE INDEX export_entries_of_photo ON export_entries (export_id, photo_id) WHERE photo_id IS NOT NULL`,
];

/** Exports of everything that is a person's, and how far each is. */
export class Exports20261123110 implements MigrationInterface {
  readonly name = 'Exports20261123110';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
