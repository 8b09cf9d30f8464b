import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `SET LOCAL app.scope = 'system'`,
  'ALTER TABLE photo_refs ADD COLUMN width integer, ADD COLUMN height integer',
  `COMMENT ON COLUMN photo_refs.width IS 'pixels as stored, orientation applied; NULL = not told yet'`,
  'ALTER TABLE account_refs ADD COLUMN expires_at timestamptz',
  `COMMENT ON COLUMN account_refs.expires_at IS 'the connection ends then and only the person can renew it'`,
  `ALTER TABLE posts ADD COLUMN preflight_errors integer NOT NULL DEFAULT 0,
    ADD COLUMN preflight_warnings integer NOT NULL DEFAULT 0, ADD COLUMN check_at timestamptz`,
  `COMMENT ON COLUMN posts.check_at IS 'next check against the platforms'' rules, 24 hours or 1 hour before it is due; NULL = none ahead'`,
  `UPDATE posts SET check_at = CASE
      WHEN due_at - interval '24 hours' > now() THEN due_at - interval '24 hours'
      WHEN due_at - interval '1 hour' > now() THEN due_at - interval '1 hour' END
    WHERE status = 'scheduled' AND due_at > now() + interval '1 hour'`,
  // The checker's only query; posts without a pending check are not in it.
  'CREATE INDEX posts_to_check ON posts (check_at) WHERE check_at IS NOT NULL',
];

/** What the check of a post needs and stores. */
export class Preflight1795219200012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  /** Forward only: a schema is corrected by the next migration. */
  down(): Promise<void> {
    throw new Error('Migrations of Postloom only go forward.');
  }
}
