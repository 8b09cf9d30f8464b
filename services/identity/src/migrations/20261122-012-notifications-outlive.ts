import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Pods of the previous version delete a business without recording that some of its rows are left.
  `CREATE FUNCTION erasure_of_businesses() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
    BEGIN
      INSERT INTO erasures (id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $body$`,
  `CREATE TRIGGER erasure AFTER DELETE ON businesses FOR EACH ROW EXECUTE FUNCTION erasure_of_businesses()`,
  `ALTER TABLE notifications DROP CONSTRAINT notifications_business_id_fkey`,
];

/** Notifications are erased in batches after their business, not with it in one statement. */
export class NotificationsOutlive20261122012 implements MigrationInterface {
  readonly name = 'NotificationsOutlive20261122012';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
