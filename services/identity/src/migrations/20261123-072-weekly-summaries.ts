import { leasedColumns, leasedIndex } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // One row per person: when their next summary is due.
  `CREATE TABLE weekly_summaries (
    id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    user_id uuid NOT NULL CONSTRAINT weekly_summaries_is_the_person CHECK (user_id = id),
    ${leasedColumns()}
  )`,
  leasedIndex('weekly_summaries'),
  // A trigger, because people come in several ways, and pods of the previous version know nothing of summaries.
  `CREATE FUNCTION summaries_of_people() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
    BEGIN
      INSERT INTO weekly_summaries (id, user_id) VALUES (NEW.id, NEW.id) ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $body$`,
  'CREATE TRIGGER summary AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION summaries_of_people()',
  'INSERT INTO weekly_summaries (id, user_id) SELECT id, id FROM users ON CONFLICT DO NOTHING',
  // Which Monday a summary is for; null for every other mail.
  'ALTER TABLE mail_queue ADD COLUMN monday text',
  `ALTER TABLE mail_queue ADD CONSTRAINT mail_queue_monday_is_a_date
     CHECK (monday ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$') NOT VALID`,
];

/** The summary that people get on Monday. */
export class WeeklySummaries20261123072 implements MigrationInterface {
  readonly name = 'WeeklySummaries20261123072';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
