/**
 * Every table that grows (deploy/docs/retention.md) is filled day by day under the services' real migrations, while the database's
 * clock is moved along; every simulated day ends with what housekeeping does once a day.
 */
import type pg from 'pg';
import { overrideEnvironment } from '../../../libs/chassis/src/index.ts';
import { oldRows, runMigrations } from '../../../libs/persistence/src/index.ts';
import type { MigrationClass, RetentionRule } from '../../../libs/persistence/src/index.ts';
import { migrations as captionsMigrations } from '../../../services/captions/src/migrations/index.ts';
import { retention as captions } from '../../../services/captions/src/retention.ts';
import { migrations as identityMigrations } from '../../../services/identity/src/migrations/index.ts';
import { retention as identity } from '../../../services/identity/src/retention.ts';
import { migrations as schedulingMigrations } from '../../../services/scheduling/src/migrations/index.ts';
import { retention as scheduling } from '../../../services/scheduling/src/retention.ts';
import { migrations as publisherMigrations } from '../../../services/social-publisher/src/migrations/index.ts';
import { retention as publisher } from '../../../services/social-publisher/src/retention.ts';
import { defineRun, number, text } from '../../harness/src/define-run.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import type { SchemaName } from '../../local/src/postgres/roles.ts';
import { withClient, withOwnPostgres } from './own-postgres.ts';

const run = defineRun({
  name: 'year',
  summary:
    'What is left of two years of use, on an embedded Postgres of its own: rows and bytes of every table that grows, after each year. Fails when a table holds more than its retention allows.',
  prefix: 'YEAR_',
  settings: {
    days: number(800, 'simulated days; twice the longest retention when nothing is said'),
    posts: number(1_728, 'posts a day; a thousandth of 20 a second when nothing is said'),
    dataDir: text('FOLDER', 'for the database; removed afterwards'),
  },
  figures: true,
});
const { days, posts } = run.settings;
const dataDir = run.settings.dataDir ?? run.dataDir;
const say = timedLines();
const YEAR = 365;
const KEEP_OUTBOX = 4;
const KEEP_INBOX = 7;
/** A day's rows are removed by the run of the day after, so a table may hold one day more; rows of a day are whole. */
const SLACK = 1.05;

/** A table's rows of one day: `$1` is the moment, `$2` how many. */
interface Growth {
  readonly table: string;
  readonly perDay: number;
  readonly sql: string;
  /** Most rows that may be left; null: kept for ever. */
  readonly bound: number | null;
}

// The services' own settings with their defaults; what they require besides is never used here.
overrideEnvironment({
  SERVICE_INTERNAL_PORT: '1',
  SMTP_URL: 'smtp://localhost',
  VAULT_KEYS: 'none',
  MEDIA_INTERNAL_URL: 'http://localhost',
  MEDIA_PULL_URL: 'http://localhost',
});

const kept = (rules: readonly RetentionRule[], table: string): number =>
  (rules.find((rule) => rule.table === table)?.keepDays() ?? Number.NaN) + 2;

const events = (perPost: number, keep: number): Growth[] => [
  {
    table: 'outbox',
    perDay: posts * perPost,
    sql: `INSERT INTO outbox (id, created_at, subject, at, business_id, entity_id, version, data, published_at)
      SELECT gen_random_uuid(), $1::timestamptz, 'scheduling.post.scheduled.v1', $1::timestamptz, gen_random_uuid(), gen_random_uuid()::text, 1,
        jsonb_build_object('postId', gen_random_uuid(), 'photoIds', repeat('x', 300)), $1::timestamptz FROM generate_series(1, $2::int)`,
    bound: posts * perPost * (KEEP_OUTBOX + 2),
  },
  {
    table: 'inbox',
    perDay: posts * perPost,
    sql: `INSERT INTO inbox (handler, event_id, event_day, received_at)
      SELECT 'a handler', gen_random_uuid(), $1::timestamptz::date, $1::timestamptz FROM generate_series(1, $2::int)`,
    bound: posts * perPost * (keep + 2),
  },
];

interface Service {
  readonly schema: SchemaName;
  readonly migrations: readonly MigrationClass[];
  readonly rules: readonly RetentionRule[];
  readonly growth: readonly Growth[];
}

const services: readonly Service[] = [
  {
    schema: 'scheduling',
    migrations: schedulingMigrations,
    rules: scheduling,
    growth: [
      ...events(3, KEEP_INBOX),
      {
        table: 'posts',
        perDay: posts,
        sql: `INSERT INTO posts (id, business_id, payer_id, caption, photo_ids, status, due_at, local_time, time_zone, settled_at, created_at)
          SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), repeat('Fresh bread. ', 12), ARRAY[gen_random_uuid()], 'published',
            $1::timestamptz, $1::timestamptz::timestamp, 'UTC', $1::timestamptz, $1::timestamptz FROM generate_series(1, $2::int)`,
        bound: null,
      },
      {
        table: 'occurrences',
        perDay: Math.round(posts / 4),
        // Each schedule has twenty photos in turn.
        sql: `INSERT INTO occurrences (id, business_id, schedule_id, local_slot, due_at, status, round, photo_id, post_id, created_at)
          SELECT gen_random_uuid(), gen_random_uuid(), md5('schedule ' || g)::uuid, $1::timestamptz::text, $1::timestamptz, 'posted', 1 + $3::int / 20,
            md5('photo ' || g || ' ' || $3::int % 20)::uuid, gen_random_uuid(), $1::timestamptz FROM generate_series(1, $2::int) AS g`,
        bound: Math.round(posts / 4) * (kept(scheduling, 'occurrences') + 20),
      },
    ],
  },
  {
    schema: 'publisher',
    migrations: publisherMigrations,
    rules: publisher,
    growth: [
      ...events(2, KEEP_INBOX),
      {
        table: 'publish_jobs',
        perDay: posts,
        sql: `WITH jobs AS (
            INSERT INTO publish_jobs (id, business_id, account_id, platform, target_id, round, post_id, caption, photo_ids, due_at,
              give_up_at, state, ready_at, remote_id, published_at, created_at)
            SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'facebook', gen_random_uuid(), 1, gen_random_uuid(),
              repeat('Fresh bread. ', 12), ARRAY[gen_random_uuid()], $1::timestamptz, $1::timestamptz, 'published', 'infinity', gen_random_uuid()::text, $1::timestamptz, $1::timestamptz
            FROM generate_series(1, $2::int) RETURNING id, business_id, account_id)
          INSERT INTO publish_attempts (id, business_id, job_id, account_id, number, lease_epoch, outcome, intent_at, quarantine_until, settled_at)
          SELECT gen_random_uuid(), business_id, id, account_id, 1, 1, 'published', $1::timestamptz, $1::timestamptz, $1::timestamptz FROM jobs`,
        bound: posts * kept(publisher, 'publish_jobs'),
      },
      { table: 'publish_attempts', perDay: 0, sql: '', bound: posts * kept(publisher, 'publish_attempts') },
      {
        table: 'deleted_posts',
        perDay: Math.round(posts / 50),
        sql: `INSERT INTO deleted_posts (post_id, business_id, deleted_at)
          SELECT gen_random_uuid(), gen_random_uuid(), $1::timestamptz FROM generate_series(1, $2::int)`,
        bound: Math.round(posts / 50) * kept(publisher, 'deleted_posts'),
      },
    ],
  },
  {
    schema: 'captions',
    migrations: captionsMigrations,
    rules: captions,
    growth: [
      {
        table: 'generations',
        perDay: posts,
        sql: `INSERT INTO generations (id, business_id, user_id, provider, style, body_hash, state, answer, created_at, finished_at)
          SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'openai', 'casual', 'x', 'done',
            jsonb_build_object('caption', repeat('Fresh bread. ', 12)), $1::timestamptz, $1::timestamptz FROM generate_series(1, $2::int)`,
        bound: posts * kept(captions, 'generations'),
      },
      {
        table: 'occurrence_captions',
        perDay: Math.round(posts / 4),
        sql: `INSERT INTO occurrence_captions (id, business_id, occurrence_id, photo_id, platforms, user_id, payer_id, needed_by, state,
            created_at, ready_at)
          SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '{facebook}', gen_random_uuid(),
            gen_random_uuid(), $1::timestamptz, 'done', $1::timestamptz, 'infinity' FROM generate_series(1, $2::int)`,
        bound: Math.round(posts / 4) * kept(captions, 'occurrence_captions'),
      },
    ],
  },
  {
    schema: 'identity',
    migrations: identityMigrations,
    rules: identity,
    growth: [
      {
        table: 'notifications',
        perDay: posts,
        sql: `INSERT INTO notifications (id, business_id, key, about, kind, title, message, type, actionable, happened_at, created_at)
          SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid()::text, gen_random_uuid(), 'post', 'Post published',
            repeat('It is out. ', 6), 'success', false, $1::timestamptz, $1::timestamptz FROM generate_series(1, $2::int)`,
        bound: posts * kept(identity, 'notifications'),
      },
      {
        table: 'sessions',
        perDay: Math.round(posts / 4),
        sql: `INSERT INTO sessions (token_hash, id, user_id, address_hash, user_agent, created_at, expires_at)
          SELECT sha256(gen_random_uuid()::text::bytea), gen_random_uuid(), gen_random_uuid(), '\\x00', 'Mozilla/5.0', $1::timestamptz,
            $1::timestamptz + interval '30 days' FROM generate_series(1, $2::int)`,
        bound: Math.round(posts / 4) * (kept(identity, 'sessions') + 30),
      },
      {
        table: 'mail_queue',
        perDay: Math.round(posts / 10),
        sql: `INSERT INTO mail_queue (id, user_id, kind, created_at, sent_at, ready_at)
          SELECT gen_random_uuid(), gen_random_uuid(), 'notices', $1::timestamptz, $1::timestamptz, 'infinity' FROM generate_series(1, $2::int)`,
        bound: Math.round(posts / 10) * kept(identity, 'mail_queue'),
      },
    ],
  },
];

const database = 'year';

/**
 * `now()` is the simulated moment for whoever has `sim` before `pg_catalog` in its search path: the removal's own statements and
 * the upkeep of partitions run unchanged.
 */
async function moveClock(client: pg.Client): Promise<void> {
  await client.query('CREATE SCHEMA sim');
  await client.query('CREATE TABLE sim.clock (at timestamptz NOT NULL)');
  await client.query('INSERT INTO sim.clock VALUES (pg_catalog.now())');
  await client.query(`CREATE FUNCTION sim.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT at FROM sim.clock'`);
  await client.query('GRANT USAGE ON SCHEMA sim TO PUBLIC');
  await client.query('GRANT SELECT ON sim.clock TO PUBLIC');
  for (const { schema } of services) {
    await client.query(`ALTER FUNCTION ${schema}.maintain_partitions() SET search_path = ${schema}, sim, pg_catalog`);
  }
}

interface Left {
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
  readonly bound: number | null;
  readonly isBounded: boolean;
}

async function leftIn(client: pg.Client): Promise<Left[]> {
  const left: Left[] = [];
  for (const { schema, growth } of services) {
    for (const { table, bound } of growth) {
      const name = `${schema}.${table}`;
      const { rows } = await client.query<{ rows: number; bytes: number }>(
        `SELECT (SELECT count(*)::float8 FROM ${name}) AS rows,
          (SELECT sum(pg_total_relation_size(relid))::float8 FROM pg_partition_tree($1)) AS bytes`,
        [name],
      );
      const found = rows[0] ?? { rows: 0, bytes: 0 };
      // Of an ordinary table the tree is empty.
      const size = await client.query<{ bytes: number }>('SELECT pg_total_relation_size($1)::float8 AS bytes', [name]);
      const bytes = found.bytes || size.rows[0]?.bytes || 0;
      left.push({
        table: name,
        rows: found.rows,
        bytes,
        bound,
        isBounded: bound === null || found.rows <= bound * SLACK,
      });
    }
  }
  return left;
}

async function simulate(client: pg.Client): Promise<Record<string, Left[]>> {
  const results: Record<string, Left[]> = {};
  const start = Date.parse('2027-01-01T12:00:00Z');
  await client.query('SET session_replication_role = replica'); // the rows are right by themselves: no look-up per row
  for (let day = 1; day <= days; day += 1) {
    const at = new Date(start + day * 86_400_000);
    await client.query('UPDATE sim.clock SET at = $1', [at]);
    for (const { schema, rules, growth } of services) {
      await client.query(`SET search_path = ${schema}, sim, pg_catalog`);
      await client.query('SELECT maintain_partitions()');
      for (const { perDay, sql } of growth) {
        if (perDay > 0) {
          await client.query(sql, sql.includes('$3') ? [at, perDay, day] : [at, perDay]);
        }
      }
      for (const rule of rules) {
        const statement = `DELETE FROM ${rule.table} WHERE (${rule.key}) IN (${oldRows(rule)})`;
        while (((await client.query(statement, [rule.keepDays()])).rowCount ?? 0) > 0) {
          // the next batch
        }
      }
    }
    if (day % YEAR === 0 || day === days) {
      results[`day ${day}`] = await leftIn(client);
      say(`day ${day}`);
      for (const { table, rows, bytes, bound, isBounded } of results[`day ${day}`] ?? []) {
        say(
          `  ${table.padEnd(30)} ${rows.toLocaleString('en-US').padStart(12)} rows ${(bytes / 1_048_576).toFixed(1).padStart(8)} MB  ` +
            (bound === null ? 'for ever' : `at most ${bound.toLocaleString('en-US')}${isBounded ? '' : '  TOO MANY'}`),
        );
      }
    }
  }
  return results;
}

await withOwnPostgres(dataDir, async (postgres) => {
  const url = await postgres.createDatabase(database);
  const results = await withClient(url, async (client) => {
    for (const { schema, migrations } of services) {
      await runMigrations({
        url: postgres.urlOf(schema, 'owner', database),
        schema,
        migrations,
        keepPartitions: { outbox: KEEP_OUTBOX, inbox: KEEP_INBOX },
      });
    }
    await moveClock(client);
    say(`${days} days of ${posts.toLocaleString('en-US')} posts`);
    return simulate(client);
  });
  say(`figures: ${run.save({ results })}`);
  const last = results[`day ${days}`] ?? [];
  if (last.some(({ isBounded }) => !isBounded)) {
    process.exitCode = 1;
  }
});
