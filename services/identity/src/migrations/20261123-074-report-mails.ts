import { leasedColumns, leasedIndex, tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // A report that a member gets by mail. It goes with the membership, and so with the person and with the business.
  `CREATE TABLE report_schedules (
    id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    user_id uuid NOT NULL,
    frequency text NOT NULL CONSTRAINT report_schedules_frequency_is_known CHECK (frequency IN ('weekly', 'monthly')),
    weekday smallint NOT NULL CONSTRAINT report_schedules_weekday_is_one CHECK (weekday BETWEEN 1 AND 7),
    day smallint NOT NULL CONSTRAINT report_schedules_day_is_one CHECK (day BETWEEN 1 AND 31),
    hour smallint NOT NULL CONSTRAINT report_schedules_hour_is_one CHECK (hour BETWEEN 0 AND 23),
    format text NOT NULL CONSTRAINT report_schedules_format_is_known CHECK (format IN ('pdf', 'csv', 'xlsx')),
    is_active boolean NOT NULL DEFAULT true,
    -- Turns before it are not made up for.
    active_since timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now(),
    ${leasedColumns()},
    CONSTRAINT report_schedules_of_a_member FOREIGN KEY (user_id, business_id)
      REFERENCES memberships (user_id, business_id) ON DELETE CASCADE,
    CONSTRAINT report_schedules_paused_is_not_due CHECK (is_active OR ready_at = 'infinity')
  )`,
  'CREATE INDEX report_schedules_by_member ON report_schedules (user_id, business_id)',
  'CREATE INDEX report_schedules_by_business ON report_schedules (business_id)',
  leasedIndex('report_schedules'),
  ...tenantTable('report_schedules'),

  // One of its reports, on its way or sent.
  `CREATE TABLE report_mails (
    id uuid PRIMARY KEY,
    business_id uuid NOT NULL,
    schedule_id uuid NOT NULL REFERENCES report_schedules ON DELETE CASCADE,
    from_day date NOT NULL,
    to_day date NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    sent_at timestamptz,
    given_up_at timestamptz,
    last_error text,
    ${leasedColumns()},
    CONSTRAINT report_mails_days_are_in_order CHECK (from_day <= to_day),
    CONSTRAINT report_mails_one_end CHECK (sent_at IS NULL OR given_up_at IS NULL),
    CONSTRAINT report_mails_ended_is_not_due
      CHECK (coalesce(sent_at, given_up_at) IS NULL OR ready_at = 'infinity')
  )`,
  // Each period has one report, whatever is repeated.
  'CREATE UNIQUE INDEX report_mails_one_of_a_period ON report_mails (schedule_id, to_day)',
  'CREATE INDEX report_mails_by_business ON report_mails (business_id)',
  `CREATE INDEX report_mails_by_end ON report_mails (coalesce(sent_at, given_up_at))
     WHERE coalesce(sent_at, given_up_at) IS NOT NULL`,
  leasedIndex('report_mails'),
  ...tenantTable('report_mails'),

  // What stops a schedule with one click. It outlives the schedule, so that the link of an old mail can say that the reports have stopped.
  `CREATE TABLE report_links (
    token_hash bytea PRIMARY KEY CONSTRAINT report_links_token_is_hashed CHECK (octet_length(token_hash) = 32),
    business_id uuid NOT NULL,
    user_id uuid NOT NULL,
    schedule_id uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT report_links_of_a_member FOREIGN KEY (user_id, business_id)
      REFERENCES memberships (user_id, business_id) ON DELETE CASCADE
  )`,
  'CREATE INDEX report_links_by_member ON report_links (user_id, business_id)',
  'CREATE INDEX report_links_by_business ON report_links (business_id)',
  'CREATE INDEX report_links_by_age ON report_links (created_at)',
  ...tenantTable('report_links'),
];

/** Reports by mail. */
export class ReportMails20261123074 implements MigrationInterface {
  readonly name = 'ReportMails20261123074';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
