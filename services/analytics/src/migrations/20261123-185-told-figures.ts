import type { MigrationInterface, QueryRunner } from 'typeorm';

// When a figure was told that the latest reading did not tell; null: with the latest reading, or never.
const columns = ['views', 'reach', 'likes', 'comments', 'shares', 'saves', 'clicks'];
const statement = `ALTER TABLE target_figures ${columns.map((name) => `ADD COLUMN ${name}_at timestamptz`).join(', ')}`;

/** Each figure has a time of its own, so that a reading without it takes nothing away. */
export class ToldFigures20261123185 implements MigrationInterface {
  readonly name = 'ToldFigures20261123185';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
