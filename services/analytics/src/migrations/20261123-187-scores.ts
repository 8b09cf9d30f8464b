import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `SET LOCAL app.scope = 'system'`,
  // Of a slot of a day: how many of its posts have a score, the sum of these and that of their squares.
  `ALTER TABLE day_figures ADD COLUMN scored int NOT NULL DEFAULT 0, ADD COLUMN score float8, ADD COLUMN score_squares float8`,
  `INSERT INTO stale_days (business_id, day)
    SELECT DISTINCT business_id, day FROM day_figures WHERE dimension = 'slot' AND measured > 0 ON CONFLICT DO NOTHING`,
];

/** Best times are read from the sums of the days; all days with measured posts are summed up again. */
export class Scores20261123187 implements MigrationInterface {
  readonly name = 'Scores20261123187';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
