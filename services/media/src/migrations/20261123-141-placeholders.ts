import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is shown of a photo until its picture is there. Those from before have none, and get the plain shimmer. */
export class Placeholders20261123141 implements MigrationInterface {
  readonly name = 'Placeholders20261123141';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE photos ADD COLUMN placeholder text');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
