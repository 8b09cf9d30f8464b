import { leasedColumns, leasedIndex, tenantTable } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notifications about a business. They are deleted with it. */
const statements = [
  `CREATE TABLE notifications (
    id uuid PRIMARY KEY,
    business_id uuid NOT NULL REFERENCES businesses ON DELETE CASCADE,
    -- Its subject and aspect: a later notification with the same key replaces the earlier one.
    key text NOT NULL,
    -- The post, account or schedule it is about.
    about uuid NOT NULL,
    kind text NOT NULL,
    title text NOT NULL,
    message text NOT NULL,
    type text NOT NULL CONSTRAINT notifications_type_is_known CHECK (type IN ('success', 'info', 'warning', 'error')),
    actionable boolean NOT NULL,
    link text CONSTRAINT notifications_link_is_a_path_of_the_app CHECK (link LIKE '/%' AND link NOT LIKE '//%'),
    happened_at timestamptz NOT NULL,
    read_at timestamptz,
    -- due: to be mailed · given: in the mail of mail_id · none: not for a mail, or read before one was sent.
    mail_state text NOT NULL DEFAULT 'none' CONSTRAINT notifications_mail_state_is_known CHECK (mail_state IN ('none', 'due', 'given')),
    mail_id uuid REFERENCES mail_queue ON DELETE SET NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    version bigint NOT NULL DEFAULT 1,
    CONSTRAINT notifications_one_per_key UNIQUE (business_id, key),
    CONSTRAINT notifications_only_a_given_one_has_a_mail CHECK (mail_id IS NULL OR mail_state = 'given')
  )`,
  'CREATE INDEX notifications_newest ON notifications (business_id, created_at DESC, id DESC)',
  'CREATE INDEX notifications_about ON notifications (business_id, about)',
  'CREATE INDEX notifications_by_age ON notifications (created_at)',
  `CREATE INDEX notifications_to_mail ON notifications (business_id) WHERE mail_state = 'due'`,
  'CREATE INDEX notifications_of_a_mail ON notifications (mail_id) WHERE mail_id IS NOT NULL',
  ...tenantTable('notifications'),

  // One row per business that ever had something to mail: when the next mail may be sent.
  `CREATE TABLE notification_mails (
    id uuid PRIMARY KEY REFERENCES businesses ON DELETE CASCADE,
    business_id uuid NOT NULL CONSTRAINT notification_mails_is_the_business CHECK (business_id = id),
    last_given_at timestamptz NOT NULL DEFAULT '-infinity',
    ${leasedColumns()}
  )`,
  leasedIndex('notification_mails'),
  ...tenantTable('notification_mails'),
];

export class Notifications20261201003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
