import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The words of a photo carry the time of its upload, so that the newest photos with a word are read in order. The trigger dates what is
 * written by processes that do not know of it yet.
 */
export class DatedWords20261123150 implements MigrationInterface {
  readonly name = 'DatedWords20261123150';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      'ALTER TABLE library_words ADD COLUMN created_at timestamptz',
      `CREATE FUNCTION date_words() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$ BEGIN
        NEW.created_at := (SELECT created_at FROM photos WHERE id = NEW.photo_id);
        RETURN NEW;
      END $body$`,
      `CREATE TRIGGER date_words BEFORE INSERT ON library_words FOR EACH ROW WHEN (NEW.created_at IS NULL)
        EXECUTE FUNCTION date_words()`,
    ];
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
