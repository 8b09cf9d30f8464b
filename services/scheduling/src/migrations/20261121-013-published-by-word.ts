import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  'ALTER TABLE post_targets ADD COLUMN by_word boolean NOT NULL DEFAULT false',
  `COMMENT ON COLUMN post_targets.by_word IS 'a person saw it published where the outcome could not be found out; there is no remote id'`,
  `ALTER TABLE post_targets
    DROP CONSTRAINT post_targets_published_exactly_with_proof,
    ADD CONSTRAINT post_targets_published_exactly_with_proof_or_word CHECK
      ((state = 'published') = (published_at IS NOT NULL) AND (state = 'published') = (remote_id IS NOT NULL OR by_word))`,
];

/** Published by a person's word. */
export class PublishedByWord1795219200013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  /** Forward only: a schema is mended by the next migration. */
  down(): Promise<void> {
    throw new Error('Migrations of Postloom only go forward.');
  }
}
