import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = ['day_figures', 'day_tops'].flatMap((table) =>
  indexConcurrently(
    `${table}_incomplete`,
    `${table} (business_id, day) WHERE rated_interactions IS NULL AND interactions IS NOT NULL`,
  ),
);

/** Which days are to be summed up again. */
export class IncompleteDays20261126261 implements MigrationInterface {
  readonly name = 'IncompleteDays20261126261';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
