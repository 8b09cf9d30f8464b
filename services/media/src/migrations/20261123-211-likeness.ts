import { tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a photo looks like, as 128 bits, and which older one it looks like. Photos are alike when few bits differ, which no index can be
 * asked: so the first half is also stored as four words of 16 bits, of which at least one is nearly the same in every photo that is alike.
 */
export class Likeness20261123211 implements MigrationInterface {
  readonly name = 'Likeness20261123211';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      // Of a photo that was deleted before, and that a process of the version before brings back, `is_compared` is null. NOT VALID: the
      // columns are new, so there is nothing to scan under the lock.
      `ALTER TABLE photos ADD COLUMN likeness text COLLATE "C", ADD COLUMN is_compared boolean DEFAULT false,
        ADD COLUMN like_id uuid, ADD CONSTRAINT photos_likeness_is_128_bits CHECK (likeness ~ '^[0-9a-f]{32}$') NOT VALID`,
      `CREATE TABLE likeness_words (
        business_id uuid NOT NULL,
        word text COLLATE "C" NOT NULL,
        photo_id uuid NOT NULL REFERENCES photos ON DELETE CASCADE,
        PRIMARY KEY (business_id, word, photo_id),
        CONSTRAINT likeness_words_are_words CHECK (word ~ '^[0-3][0-9a-f]{4}$')
      )`,
      'CREATE INDEX likeness_words_of_photo ON likeness_words (photo_id)',
      ...tenantTable('likeness_words'),
      `CREATE FUNCTION write_likeness_words() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$ BEGIN
        DELETE FROM likeness_words WHERE photo_id = NEW.id;
        INSERT INTO likeness_words (business_id, word, photo_id)
        SELECT NEW.business_id, part || substr(NEW.likeness, part * 4 + 1, 4), NEW.id FROM generate_series(0, 3) AS part;
        RETURN NULL;
      END $body$`,
      `CREATE TRIGGER write_likeness_words AFTER INSERT OR UPDATE OF likeness ON photos FOR EACH ROW
        WHEN (NEW.likeness IS NOT NULL) EXECUTE FUNCTION write_likeness_words()`,
    ];
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
