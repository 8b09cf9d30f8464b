import type { MigrationInterface, QueryRunner } from 'typeorm';

const time = (column: string): string =>
  `${column} text NOT NULL CONSTRAINT quiet_hours_${column}_is_a_time CHECK (${column} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')`;

const statements = [
  // What a person has chosen; without a row the defaults hold, which may change.
  `CREATE TABLE notification_preferences (
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    kind text NOT NULL CONSTRAINT notification_preferences_kind_is_known CHECK (kind IN
      ('posts_failed', 'posts_at_risk', 'posts_published', 'recurring', 'connections', 'plan')),
    page boolean NOT NULL,
    mail boolean NOT NULL,
    weekly boolean NOT NULL,
    PRIMARY KEY (user_id, kind)
  )`,
  `CREATE TABLE quiet_hours (
    user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    is_on boolean NOT NULL,
    ${time('starts')},
    ${time('ends')},
    failures_pass boolean NOT NULL,
    CONSTRAINT quiet_hours_have_a_length CHECK (starts <> ends)
  )`,
];

/** What people are told, where and when. */
export class NotificationPreferences20261123070 implements MigrationInterface {
  readonly name = 'NotificationPreferences20261123070';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
