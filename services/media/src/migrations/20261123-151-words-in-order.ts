import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Photos whose words are dated by one statement, some 10,000 rows. */
const PHOTOS = 1_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

const statements = [
  'ALTER TABLE library_words DROP CONSTRAINT IF EXISTS library_words_are_dated',
  'ALTER TABLE library_words ADD CONSTRAINT library_words_are_dated CHECK (created_at IS NOT NULL) NOT VALID',
  'ALTER TABLE library_words VALIDATE CONSTRAINT library_words_are_dated',
  ...indexConcurrently('library_words_newest', 'library_words (business_id, word, created_at DESC, photo_id DESC)'),
  // With all that a search asks of a photo, so that the rows themselves need not be read.
  ...indexConcurrently('library_words_asked', 'library_words (photo_id, word) INCLUDE (business_id, weight)'),
  'DROP INDEX CONCURRENTLY IF EXISTS library_words_of_photo',
];

/** Dates the words that are there, a part at a time, and what is read by then. May be repeated from any point. */
export class WordsInOrder20261123151 implements MigrationInterface {
  readonly name = 'WordsInOrder20261123151';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SET app.scope = 'system'`);
    for (let after: string | null = FIRST; after !== null;) {
      const [part] = (await runner.query(
        `WITH part AS MATERIALIZED (SELECT id, created_at FROM photos WHERE id > $1 ORDER BY id LIMIT ${PHOTOS}),
         dated AS (UPDATE library_words w SET created_at = p.created_at FROM part p WHERE w.photo_id = p.id AND w.created_at IS NULL)
         SELECT max(id::text) AS last FROM part`,
        [after],
      )) as { last: string | null }[];
      after = part?.last ?? null;
    }
    await runner.query('RESET app.scope');
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
