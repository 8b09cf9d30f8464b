import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Why an account or a platform is blocked, for its people; until when is in blocked_until.
  `ALTER TABLE lanes ADD COLUMN block_code text, ADD COLUMN block_message text`,
  `ALTER TABLE budgets ADD COLUMN code text, ADD COLUMN message text`,
  `CREATE INDEX lanes_blocked ON lanes (blocked_until) WHERE blocked_until > '-infinity'`,

  // Claims go platform by platform, so that the ready lanes of a paused one cost the others nothing.
  `DROP INDEX lanes_ready`,
  `CREATE INDEX lanes_ready ON lanes (platform, (greatest(ready_at, lease_until)))`,

  // An operator's announcement of a stop: why, and when it is expected to end.
  `ALTER TABLE switches ADD COLUMN reason text, ADD COLUMN expected_until timestamptz,
    ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now()`,

  // told_until: the end of the delay that the owner was last notified of. word: a person's resolution of an outcome that could not be
  // verified; it is kept beside its effect.
  `ALTER TABLE publish_jobs ADD COLUMN told_until timestamptz NOT NULL DEFAULT '-infinity',
    ADD COLUMN word text CHECK (word IN ('published', 'send_again', 'give_up')),
    ADD COLUMN word_at timestamptz,
    ADD CONSTRAINT publish_jobs_word_has_time CHECK ((word IS NULL) = (word_at IS NULL))`,
  `CREATE INDEX publish_jobs_untold ON publish_jobs (platform, told_until) WHERE state IN ('queued', 'prepared')`,
];

/** Delays with notifications, stops with a reason, and the person's resolution. */
export class Engine1764547200020 implements MigrationInterface {
  readonly name = 'Engine1764547200020';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
