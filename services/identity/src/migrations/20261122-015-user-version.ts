import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Orders the events about one person. */
export class UserVersion20261122015 implements MigrationInterface {
  readonly name = 'UserVersion20261122015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN version int NOT NULL DEFAULT 0');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
