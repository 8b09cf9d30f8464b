import { indexConcurrently } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  'ALTER TABLE mail_queue VALIDATE CONSTRAINT mail_queue_monday_is_a_date',
  // Each person gets one summary for a Monday, whatever is repeated.
  ...indexConcurrently('mail_queue_one_summary_a_week', 'mail_queue (user_id, monday) WHERE monday IS NOT NULL').map(
    (statement) => statement.replace('CREATE INDEX', 'CREATE UNIQUE INDEX'),
  ),
  // How many summaries wait to be sent.
  ...indexConcurrently(
    'mail_queue_summaries_waiting',
    `mail_queue (ready_at) WHERE monday IS NOT NULL AND ready_at < 'infinity'`,
  ),
];

/** The indexes of the summaries among the mails. */
export class OneSummaryAWeek20261123073 implements MigrationInterface {
  readonly name = 'OneSummaryAWeek20261123073';
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
