import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails name the post that a notification is about. */
export class NoticeWords20261128001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The first words of the post; null: it is about something else, has none, or is older.
    await runner.query('ALTER TABLE notifications ADD COLUMN first_words text');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
