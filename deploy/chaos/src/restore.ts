/**
 * The runbook of a restored database (deploy/docs/runbooks/restored-database.md), followed on the whole product: a base backup and
 * the WAL since, posts that are published after the point that is restored, the recovery switch. Judged by the sandbox's ledger.
 */
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import pg from 'pg';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { makeBusinesses, makePosts } from '../../harness/src/customers.ts';
import type { Business, Made } from '../../harness/src/customers.ts';
import { choice, defineRun, number } from '../../harness/src/define-run.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { Facts } from '../../harness/src/facts.ts';
import { PLATFORMS } from '../../harness/src/plan.ts';
import type { PlannedPost } from '../../harness/src/plan.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import { startLiveStack, startStackOn } from '../../local/src/checks/live-stack.ts';
import { databaseName } from '../../local/src/postgres/roles.ts';
import { startPostgres } from '../../local/src/postgres/server.ts';
import type { RunningPostgres } from '../../local/src/postgres/server.ts';
import { giveToUnprivileged } from '../../local/src/postgres/unprivileged.ts';
import { freePort } from '../../local/src/process/ports.ts';
import { carryOut } from '../../ops/src/switches.repository.ts';

const run = defineRun({
  name: 'restore-drill',
  summary:
    'A restore to a point in time on the whole product: base backup and WAL, posts that are published after the point, restore, recovery switch. Fails when a post is public twice or not at all. About 5 minutes.',
  prefix: 'RESTORE_',
  settings: {
    before: number(50, 'posts that are public before the backup'),
    after: number(500, 'posts that are public after the point that is restored'),
    rate: number(10, 'posts a second that fall due'),
    switch: choice(['on', 'off'], 'off: the control without the recovery switch, which must publish twice'),
  },
  figures: true,
});
const { settings, dataDir } = run;
const say = timedLines();
const BUSINESSES = 12;
const END_MS = 600_000;
const POINT = 'before_the_posts';

const folder = `${dataDir}-postgres`;
const [live, base, restored, archive] = ['live', 'base', 'restored', 'wal'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
  string,
];
const password = 'restore-drill';
const port = await freePort();
const environment = {
  POSTLOOM_RATE_LIMITS: 'off',
  POSTLOOM_TRACES: 'off',
  SANDBOX_QUOTAS: 'off',
  // Without it the platforms would refuse the second time and hide what the switch is for.
  SANDBOX_DUPLICATES: 'allow',
  TIKTOK_PACE_SECONDS: '1',
  DATABASE_URL: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
};
const databaseUrl = environment.DATABASE_URL.replace(/postgres$/, databaseName);

rmSync(folder, { recursive: true, force: true });
mkdirSync(archive, { recursive: true });
giveToUnprivileged(archive);
let postgres = await start(live);
await postgres.stop();
configure(live, { archive_mode: 'on', archive_command: `cp %p ${archive}/%f` });
postgres = await start(live);
const forget = atTheEnd(() => postgres.stop());
try {
  run.save(await drill());
} finally {
  forget();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}

async function drill(): Promise<Record<string, unknown>> {
  let stack = await startLiveStack(dataDir, environment);
  let stop = atTheEnd(() => stack.stop());
  try {
    const facts = new Facts(databaseUrl, dataDir);
    const businesses = await makeBusinesses(stack.url, BUSINESSES, PLATFORMS, 1);
    await publish('early', settings.before, businesses, facts);
    await backUp();
    say(`${settings.before} posts are public, the base backup is made`);
    await publish('late', settings.after, businesses, facts, markPoint);
    say(`${settings.after} posts more are public; now the database is lost`);
    stop();
    await stack.stop();
    await postgres.stop();

    const began = performance.now();
    const minutes = (): number => Number(((performance.now() - began) / 60_000).toFixed(2));
    postgres = await restore();
    const stale = await facts.open();
    say(`restored: it believes that ${stale} posts are still to be sent`);
    if (settings.switch === 'on') {
      await carryOut(databaseUrl, {
        kind: 'stop',
        subject: 'all',
        reason: 'We are restoring from a backup.',
        until: null,
      });
      await carryOut(databaseUrl, { kind: 'recovered-to', at: 'now' });
    }
    stack = await startStackOn(dataDir, environment);
    stop = atTheEnd(() => stack.stop());
    if (settings.switch === 'on') {
      await carryOut(databaseUrl, { kind: 'resume', subject: 'all' });
    }
    const serving = minutes();
    await allEnded(facts);
    return judged(facts, { stale, minutesToServing: serving, minutesToAllEnded: minutes() });
  } finally {
    stop();
    await stack.stop();
  }
}

function judged(facts: Facts, figures: Record<string, unknown>): Record<string, unknown> {
  const wanted = settings.before + settings.after;
  const texts = facts.ledger().map(({ text }) => /\b(?:early|late) \d+/.exec(text)?.[0] ?? text);
  const missing = wanted - new Set(texts).size;
  const reposts = texts.length - new Set(texts).size;
  const isKept = missing === 0 && (settings.switch === 'on' ? reposts === 0 : reposts > 0);
  say(JSON.stringify({ ...figures, wanted, missing, reposts }));
  process.exitCode = isKept ? 0 : 1;
  return { ...figures, wanted, missing, reposts };
}

/** Makes posts, lets `between` happen before the first is due, and waits until they are public. */
async function publish(
  name: string,
  count: number,
  businesses: readonly Business[],
  facts: Facts,
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  // Time to make them all: what is due first must still be to come when the point is marked.
  const start = Date.now() + 30_000 + count * 100;
  const plans = Array.from({ length: count }, (_, index): PlannedPost => {
    const platform = PLATFORMS[index % PLATFORMS.length] ?? 'facebook';
    return {
      number: index,
      caption: `Restored ${name} ${index}`,
      platforms: [platform],
      business: Math.floor(index / PLATFORMS.length) % BUSINESSES,
      photos: [0],
      dueAfterMs: (index * 1_000) / settings.rate,
      madeAfterMs: null,
    };
  });
  const made: Made = { posts: [], repeats: 0, refused: 0 };
  await makePosts(businesses, plans, start, made);
  if (made.refused > 0 || Date.now() > start) {
    throw new Error(`The machine was too slow to make ${count} posts before the first was due.`);
  }
  await between();
  await allEnded(facts);
}

function allEnded(facts: Facts): Promise<boolean> {
  return eventually('all posts have ended', async () => (await facts.open()) === 0, END_MS, 500);
}

function start(folderOfData: string): Promise<RunningPostgres> {
  return startPostgres({ dataDir: folderOfData, port, password, durable: true, maxConnections: 200 });
}

function configure(folderOfData: string, lines: Readonly<Record<string, string>>): void {
  const text = Object.entries(lines).map(([name, value]) => `${name} = '${value}'\n`);
  writeFileSync(join(folderOfData, 'postgresql.auto.conf'), text.join(''));
}

async function asAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: postgres.adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A base backup of the running server, as pg_basebackup makes it. */
function backUp(): Promise<void> {
  return asAdmin(async (client) => {
    await client.query(`SELECT pg_backup_start('drill', true)`);
    cpSync(live, base, {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) =>
        !['pg_wal', 'postmaster.pid', 'postmaster.opts'].includes(basename(path)) && !/\.s\.PGSQL/.test(path),
    });
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
    writeFileSync(join(base, 'backup_label'), rows[0]?.labelfile ?? '');
    mkdirSync(join(base, 'pg_wal'), { mode: 0o700 });
  });
}

/** The moment that is restored, and everything up to it in the archive. */
function markPoint(): Promise<void> {
  return asAdmin(async (client) => {
    await client.query('SELECT pg_create_restore_point($1)', [POINT]);
    await client.query('SELECT pg_switch_wal()');
    say('the point is marked');
  });
}

async function restore(): Promise<RunningPostgres> {
  cpSync(base, restored, { recursive: true, preserveTimestamps: true });
  chmodSync(restored, 0o700);
  configure(restored, {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_name: POINT,
    recovery_target_action: 'promote',
  });
  writeFileSync(join(restored, 'recovery.signal'), '');
  const server = await start(restored);
  postgres = server;
  await eventually('the restored database takes writes', () =>
    asAdmin(async (client) => {
      const { rows } = await client.query<{ waits: boolean }>('SELECT pg_is_in_recovery() AS waits');
      return rows[0]?.waits === false;
    }),
  );
  return server;
}
