import type { MigrationInterface, QueryRunner } from 'typeorm';

// Of the posts with an audience, for the engagement rate. Null beside interactions: a pod of the release before has summed the day up.
const statements = ['day_figures', 'day_tops'].map(
  (table) => `ALTER TABLE ${table} ADD COLUMN rated_interactions bigint`,
);

/** What counts toward the engagement rate is summed up apart. */
export class RatedInteractions20261126260 implements MigrationInterface {
  readonly name = 'RatedInteractions20261126260';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
