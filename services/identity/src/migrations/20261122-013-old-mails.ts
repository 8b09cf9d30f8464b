import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  ...indexConcurrently(
    'mail_queue_by_end',
    'mail_queue (coalesce(sent_at, given_up_at)) WHERE coalesce(sent_at, given_up_at) IS NOT NULL',
  ),
];

/** The index with which housekeeping finds old mails. */
export class OldMails20261122013 implements MigrationInterface {
  readonly name = 'OldMails20261122013';
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
