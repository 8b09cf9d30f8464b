import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `SET LOCAL app.scope = 'system'`,
  // No zone is known yet: the first event about a business moves its posts to the days of its own clock.
  `INSERT INTO stale_days (business_id, day)
    SELECT DISTINCT business_id, (published_at AT TIME ZONE 'UTC')::date FROM published_targets ON CONFLICT DO NOTHING`,
];

/** Everything that was published so far is summed up. */
export class FiguresOfBefore20261123184 implements MigrationInterface {
  readonly name = 'FiguresOfBefore20261123184';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
