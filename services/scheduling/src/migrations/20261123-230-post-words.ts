import { tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The words that posts are found by, with the time of the post, so that the newest posts of a word are read in order. `NOT has_words` is
 * the work of writing down the words of posts that are there already, and of those whose text is changed by a process that does not
 * know of words yet.
 */
export class PostWords20261123230 implements MigrationInterface {
  readonly name = 'PostWords20261123230';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      'ALTER TABLE posts ADD COLUMN has_words boolean NOT NULL DEFAULT false',
      `CREATE TABLE post_words (
        business_id uuid NOT NULL,
        word text COLLATE "C" NOT NULL,
        created_at timestamptz NOT NULL,
        post_id uuid NOT NULL REFERENCES posts ON DELETE CASCADE,
        weight smallint NOT NULL,
        PRIMARY KEY (business_id, word, created_at, post_id),
        CONSTRAINT post_words_are_words CHECK (word <> '' AND weight > 0)
      )`,
      // With all that a search asks of a post, so that the rows themselves need not be read.
      'CREATE INDEX post_words_asked ON post_words (post_id, word) INCLUDE (business_id, weight)',
      ...tenantTable('post_words'),
      // Groups of three characters of each word, for words that were typed wrongly.
      `CREATE TABLE post_grams (
        business_id uuid NOT NULL,
        gram text COLLATE "C" NOT NULL,
        word text COLLATE "C" NOT NULL,
        PRIMARY KEY (business_id, gram, word)
      )`,
      'CREATE INDEX post_grams_of_word ON post_grams (business_id, word)',
      ...tenantTable('post_grams'),
      // Words that lost a post: their groups are cleared away when no other post has them.
      `CREATE TABLE left_post_words (business_id uuid NOT NULL, word text COLLATE "C" NOT NULL, PRIMARY KEY (business_id, word))`,
      ...tenantTable('left_post_words'),
      `CREATE FUNCTION note_left_post_words() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$ BEGIN
        INSERT INTO left_post_words (business_id, word)
        SELECT DISTINCT business_id, word FROM gone WHERE length(word) > 2 AND word !~ '[0-9]' ORDER BY 1, 2 ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $body$`,
      `CREATE TRIGGER note_left_post_words AFTER DELETE ON post_words REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION note_left_post_words()`,
      `CREATE FUNCTION note_other_texts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$ BEGIN
        NEW.has_words := false;
        RETURN NEW;
      END $body$`,
      `CREATE TRIGGER note_other_texts BEFORE UPDATE OF caption, caption_by_platform ON posts FOR EACH ROW
        WHEN (OLD.caption <> NEW.caption OR OLD.caption_by_platform IS DISTINCT FROM NEW.caption_by_platform)
        EXECUTE FUNCTION note_other_texts()`,
    ];
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
