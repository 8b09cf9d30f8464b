import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A person's captions are counted by `throttles` now; nothing reads generations by person and time any more. */
export class ThrottledPeople20261122021 implements MigrationInterface {
  name = 'ThrottledPeople20261122021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX generations_recent_of_user');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
