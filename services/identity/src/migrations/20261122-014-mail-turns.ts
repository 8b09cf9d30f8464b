import { fairIndex } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = fairIndex('mail_queue', undefined, 'user_id');

/** The order in which people take turns when mails are sent. */
export class MailTurns20261122014 implements MigrationInterface {
  readonly name = 'MailTurns20261122014';
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
