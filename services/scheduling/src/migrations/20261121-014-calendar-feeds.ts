import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantTable } from '@postloom/persistence';

/** The subscribable calendar of a business: one token, stored as its hash. */
export class CalendarFeeds1795219200014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE calendar_feeds (
      business_id uuid PRIMARY KEY,
      token_hash text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT calendar_feeds_token_is_of_one_business UNIQUE (token_hash)
    )`);
    for (const statement of tenantTable('calendar_feeds')) {
      await runner.query(statement);
    }
  }

  /** Forward only: a schema is corrected by the next migration. */
  down(): Promise<void> {
    throw new Error('Migrations of Postloom only go forward.');
  }
}
