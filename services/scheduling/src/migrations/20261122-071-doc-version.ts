import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Existing documents are of version 1, and so is what pods write that do not know the column: no row is rewritten.
  `ALTER TABLE posts ADD COLUMN doc_version smallint NOT NULL DEFAULT 1`,
  `COMMENT ON COLUMN posts.doc_version IS 'version of what doc shows; an earlier one than the reader''s is rendered anew at the next read'`,
];

/** The version of a post's stored JSON. */
export class DocVersion20261122071 implements MigrationInterface {
  name = 'DocVersion20261122071';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
