import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE unsubscribe_links (
    token_hash bytea PRIMARY KEY CONSTRAINT unsubscribe_links_token_is_hashed CHECK (octet_length(token_hash) = 32),
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    channel text NOT NULL CONSTRAINT unsubscribe_links_channel_is_known CHECK (channel IN ('mail', 'weekly')),
    kinds text[] NOT NULL CONSTRAINT unsubscribe_links_kinds_are_known CHECK (cardinality(kinds) > 0 AND kinds <@ ARRAY
      ['posts_failed', 'posts_at_risk', 'posts_published', 'recurring', 'connections', 'plan']),
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX unsubscribe_links_of_a_person ON unsubscribe_links (user_id)',
  'CREATE INDEX unsubscribe_links_by_age ON unsubscribe_links (created_at)',
];

/** The links with which a person stops mails without signing in. */
export class UnsubscribeLinks20261123071 implements MigrationInterface {
  readonly name = 'UnsubscribeLinks20261123071';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
