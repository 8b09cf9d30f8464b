import { testDatabase } from '@postloom/testing';
import { oldRows } from '@postloom/persistence';
import type { MigrationClass, RetentionRule } from '@postloom/persistence';
import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrations as analyticsMigrations } from '../../../services/analytics/src/migrations/index.ts';
import { retention as analytics } from '../../../services/analytics/src/retention.ts';
import { migrations as captionsMigrations } from '../../../services/captions/src/migrations/index.ts';
import { retention as captions } from '../../../services/captions/src/retention.ts';
import { migrations as identityMigrations } from '../../../services/identity/src/migrations/index.ts';
import { retention as identity } from '../../../services/identity/src/retention.ts';
import { migrations as schedulingMigrations } from '../../../services/scheduling/src/migrations/index.ts';
import { retention as scheduling } from '../../../services/scheduling/src/retention.ts';
import { migrations as publisherMigrations } from '../../../services/social-publisher/src/migrations/index.ts';
import { retention as publisher } from '../../../services/social-publisher/src/retention.ts';

const services: Readonly<Record<string, { migrations: readonly MigrationClass[]; rules: readonly RetentionRule[] }>> = {
  analytics: { migrations: analyticsMigrations, rules: analytics },
  identity: { migrations: identityMigrations, rules: identity },
  captions: { migrations: captionsMigrations, rules: captions },
  scheduling: { migrations: schedulingMigrations, rules: scheduling },
  publisher: { migrations: publisherMigrations, rules: publisher },
};

/** Removing old rows must not read a table of years: each rule is answered by an index, in its order. */
describe('retention', () => {
  it.each(Object.entries(services))('%s finds what is old by an index', async (service, { migrations, rules }) => {
    const database = await testDatabase(service, migrations);
    const client = new pg.Client({ connectionString: database.adminUrl });
    await client.connect();
    try {
      await client.query(`SET search_path TO ${service}`);
      await client.query('SET enable_seqscan TO off');
      await client.query('SET enable_bitmapscan TO off');
      for (const rule of rules) {
        const plan = await client.query<{ 'QUERY PLAN': string }>({
          text: `EXPLAIN (GENERIC_PLAN) ${oldRows(rule)}`,
        });
        const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
        expect([rule.table, lines]).toEqual([rule.table, expect.stringMatching(/Index (Only )?Scan using/)]);
        expect([rule.table, lines]).toEqual([
          rule.table,
          expect.not.stringMatching(/Sort|Seq Scan on (?!occurrences later)/),
        ]);
      }
    } finally {
      await client.end();
      await database.drop();
    }
  });
});
