import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `SET LOCAL app.scope = 'system'`,
  `INSERT INTO insight_readings (id, business_id, account_id, ready_at)
    SELECT id, business_id, id, now() + random() * interval '6 hours' FROM accounts WHERE state = 'active'
    ON CONFLICT (id) DO NOTHING`,
  `INSERT INTO insight_readings (id, business_id, account_id, post_id, remote_id, published_at, ready_at)
    SELECT DISTINCT ON (target_id) target_id, business_id, account_id, post_id, remote_id, published_at, now() + random() * interval '6 hours'
    FROM publish_jobs WHERE state = 'published' AND published_at > now() - interval '30 days' AND remote_id NOT LIKE 'person:%'
    ORDER BY target_id, round DESC ON CONFLICT (id) DO NOTHING`,
];

/** Reads the accounts that are connected, and what was published in the last 30 days. A migration of its own: it locks no table. */
export class InsightsOfBefore20261123181 implements MigrationInterface {
  readonly name = 'InsightsOfBefore20261123181';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
