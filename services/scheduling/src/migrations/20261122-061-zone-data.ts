import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE zone_data (
    is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT zone_data_is_one_row CHECK (is_only),
    version text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now(),
    at_business uuid,
    at_post uuid,
    at_due timestamptz
  )`,
  `COMMENT ON TABLE zone_data IS 'the zone data (IANA release) that scheduled posts rest on, and how far a newer one has been applied'`,
  `INSERT INTO zone_data (version) VALUES ('${process.versions['tz'] ?? ''}')`,
];

/** The time zone rules from which the instants of scheduled posts were derived. */
export class ZoneData20261122061 implements MigrationInterface {
  name = 'ZoneData20261122061';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
