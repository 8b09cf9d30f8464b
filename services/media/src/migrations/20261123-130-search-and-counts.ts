import { tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stands for "no album" in a key; no album has this id. */
const NO_ALBUM = '00000000-0000-0000-0000-000000000000';

const added = (rows: string, change: 1 | -1): string =>
  `SELECT business_id, album_id, ${change} AS change FROM ${rows}`;

/** Counts what a statement did to `photos`, album by album; the rows of the counts are locked in one order. */
const countTrigger = (name: string, event: string, tables: string, changes: string): string[] => [
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$ BEGIN
    INSERT INTO library_counts AS c (business_id, album_id, photos)
    SELECT business_id, coalesce(album_id, '${NO_ALBUM}'), sum(change) FROM (${changes}) AS moved
    GROUP BY 1, 2 HAVING sum(change) <> 0 ORDER BY 1, 2
    ON CONFLICT (business_id, album_id) DO UPDATE SET photos = c.photos + excluded.photos;
    RETURN NULL;
  END $body$`,
  `CREATE TRIGGER ${name} AFTER ${event} ON photos REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
];

/**
 * Tags, the words that photos are found by, and how many photos each album has: none of them costs more in a library of 100,000 photos
 * than in one of 1,000. `NOT has_words` is the work of writing down the words of photos that are there already.
 */
export class SearchAndCounts20261123130 implements MigrationInterface {
  readonly name = 'SearchAndCounts20261123130';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `SET LOCAL app.scope = 'system'`,
      `ALTER TABLE photos ADD COLUMN tags text[] NOT NULL DEFAULT '{}', ADD COLUMN has_words boolean NOT NULL DEFAULT false,
        ADD CONSTRAINT photos_tags_are_few CHECK (cardinality(tags) <= 30)`,
      `CREATE TABLE library_words (
        business_id uuid NOT NULL,
        word text COLLATE "C" NOT NULL,
        photo_id uuid NOT NULL REFERENCES photos ON DELETE CASCADE,
        weight smallint NOT NULL,
        PRIMARY KEY (business_id, word, photo_id),
        CONSTRAINT library_words_are_words CHECK (word <> '' AND weight > 0)
      )`,
      'CREATE INDEX library_words_of_photo ON library_words (photo_id, word)',
      ...tenantTable('library_words'),
      // Groups of three characters of each word, for words that were typed wrongly.
      `CREATE TABLE library_grams (
        business_id uuid NOT NULL,
        gram text COLLATE "C" NOT NULL,
        word text COLLATE "C" NOT NULL,
        PRIMARY KEY (business_id, gram, word)
      )`,
      'CREATE INDEX library_grams_of_word ON library_grams (business_id, word)',
      ...tenantTable('library_grams'),
      // Words that lost a photo: their groups are cleared away when no other photo has them.
      `CREATE TABLE left_words (business_id uuid NOT NULL, word text COLLATE "C" NOT NULL, PRIMARY KEY (business_id, word))`,
      ...tenantTable('left_words'),
      `CREATE FUNCTION note_left_words() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$ BEGIN
        INSERT INTO left_words (business_id, word)
        SELECT DISTINCT business_id, word FROM gone WHERE word !~ '[0-9#]' ORDER BY 1, 2 ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $body$`,
      `CREATE TRIGGER note_left_words AFTER DELETE ON library_words REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION note_left_words()`,
      `CREATE TABLE library_counts (
        business_id uuid NOT NULL,
        album_id uuid NOT NULL,
        photos bigint NOT NULL,
        PRIMARY KEY (business_id, album_id)
      )`,
      ...tenantTable('library_counts'),
      ...countTrigger('count_arrived', 'INSERT', 'NEW TABLE AS arrived', added('arrived', 1)),
      ...countTrigger('count_gone', 'DELETE', 'OLD TABLE AS gone', added('gone', -1)),
      ...countTrigger(
        'count_moved',
        'UPDATE',
        'OLD TABLE AS gone NEW TABLE AS arrived',
        `${added('arrived', 1)} UNION ALL ${added('gone', -1)}`,
      ),
      `INSERT INTO library_counts (business_id, album_id, photos)
        SELECT business_id, coalesce(album_id, '${NO_ALBUM}'), count(*) FROM photos GROUP BY 1, 2`,
    ];
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
