import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Sessions from before were not confirmed by anybody: the default is for those that begin from now on.
  `ALTER TABLE sessions ADD COLUMN confirmed_at timestamptz NOT NULL DEFAULT '-infinity'`,
  'ALTER TABLE sessions ALTER COLUMN confirmed_at SET DEFAULT now()',

  'ALTER TABLE one_use_tokens DROP CONSTRAINT one_use_tokens_purpose_is_known',
  `ALTER TABLE one_use_tokens ADD CONSTRAINT one_use_tokens_purpose_is_known
    CHECK (purpose IN ('verify_email', 'reset_password', 'delete_account', 'connect_sign_in', 'change_email', 'secure_account'))`,

  // Where a mail goes that is not for the person's current address; kept until it is sent or given up.
  'ALTER TABLE mail_queue ADD COLUMN to_email text',
  `ALTER TABLE mail_queue ADD CONSTRAINT mail_queue_ended_keeps_no_address
    CHECK (to_email IS NULL OR (sent_at IS NULL AND given_up_at IS NULL))`,
];

/** Changes of password and address by a signed-in person. */
export class AccountChanges20261123011 implements MigrationInterface {
  readonly name = 'AccountChanges20261123011';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
