import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { quantiles } from '../../harness/src/quantiles.ts';
import { readingAllowances } from '../../../services/social-publisher/src/platforms/reading-allowances.ts';
import { ReadingCalls } from './reading-calls.ts';
import { complaintsOf, ratioOf, usesOf } from './reading-verdict.ts';

/** Longest time that readings may take after the last storm. */
const PATIENCE_MS = 600_000;
const SHOWN_USES = 5;

type Lag = ReturnType<typeof quantiles>;

interface Parts {
  readonly databaseUrl: string;
  readonly sandboxUrl: string;
  /** Posts of a storm. */
  readonly posts: number;
  /** Storms of each kind. */
  readonly rounds: number;
  /** Over which its posts are spread. */
  readonly accounts: number;
  readonly say: (line: string) => void;
  /** Posts that are due at once, and how long after that they are public; `before` runs shortly before they are due. */
  storm(name: string, before?: () => Promise<void>): Promise<Lag>;
}

/**
 * Posts due at the same moment, in turn without readings of figures and with those of all earlier posts and accounts due then as well. The
 * first storm only makes the earlier posts, and warms up. Sets the exit code when a reading cost a post its time or a platform's calls.
 */
export async function readingsBeside(parts: Parts): Promise<object> {
  const { databaseUrl, sandboxUrl, posts, rounds, say, storm } = parts;
  assertAllowed(parts);
  const reads = new ReadingCalls(sandboxUrl);
  const ended = new AbortController();
  // Looking costs the sandbox time, so it does so in storms of both kinds.
  const watching = reads.watch(ended.signal);
  const [without, beside]: [Lag[], Lag[]] = [[], []];
  let due = 0;
  try {
    await storm('Storm before');
    for (let round = 1; round <= rounds; round += 1) {
      await putOff(databaseUrl);
      without.push(await storm(`Storm without ${round}`));
      beside.push(
        await storm(`Storm beside ${round}`, async () => {
          due = await allDue(databaseUrl);
        }),
      );
      say(
        `${posts} posts due at once: ${inWords(without.at(-1))}; beside ${due} readings due: ${inWords(beside.at(-1))}`,
      );
    }
    const until = performance.now() + PATIENCE_MS;
    while ((await stillOpen(databaseUrl)) > 0 && performance.now() < until) {
      await wait(500);
    }
  } finally {
    ended.abort();
    await watching;
  }
  const p99s = { without: without.map(({ p99 }) => p99), beside: beside.map(({ p99 }) => p99) };
  const found = { ...p99s, calls: reads.calls, hasGap: reads.hasGap, late: await stillOpen(databaseUrl) };
  const [ratio, uses, complaints] = [Number(ratioOf(found).toFixed(2)), usesOf(reads.calls), complaintsOf(found)];
  say(
    `p99 of the best storm beside readings against the best without: ${ratio}; ${reads.calls.length} calls of readings`,
  );
  for (const { platform, account, calls, allowed, seconds } of uses.slice(0, SHOWN_USES)) {
    say(
      `  ${platform} ${account ?? 'of all accounts'}: ${calls} calls of ${allowed} that readings may take in ${seconds} s`,
    );
  }
  for (const complaint of complaints) {
    say(`NOT AS IT SHOULD BE: ${complaint}`);
    process.exitCode = 1;
  }
  return { posts, due, without, beside, ratio, calls: reads.calls.length, uses, late: found.late, complaints };
}

/** @throws Error when readings would have to wait for their allowance, which would look as if they were late. */
function assertAllowed({ posts, rounds, accounts }: Parts): void {
  // Each round reads the posts of two storms and the account; Facebook takes two calls for a post.
  const calls = rounds * (Math.ceil(posts / accounts) * 2 * 2 + 1);
  const { calls: allowed } = readingAllowances.facebook.account;
  if (calls > allowed) {
    throw new Error(
      `${calls} calls of an account would be needed, and readings may make ${allowed} an hour: fewer posts or rounds`,
    );
  }
}

function inWords(lag: Lag | undefined): string {
  return lag === undefined ? 'not measured' : `p50 ${lag.p50} ms, p99 ${lag.p99} ms, longest ${lag.max} ms`;
}

/** Readings of earlier rounds that are still open would be due beside a storm that is to be without any. */
async function putOff(databaseUrl: string): Promise<void> {
  await one(
    databaseUrl,
    `UPDATE publisher.insight_readings SET ready_at = greatest(ready_at, now() + interval '1 hour')`,
  );
}

/** Accounts, and posts that were not read yet, are due now, as if these had gone out more than a day ago; how many there are. */
async function allDue(databaseUrl: string): Promise<number> {
  const row = await one<{ n: number }>(
    databaseUrl,
    `WITH due AS (UPDATE publisher.insight_readings SET ready_at = now(), published_at = published_at - interval '30 hours'
      WHERE post_id IS NULL OR published_at > now() - interval '1 day' RETURNING 1)
    SELECT count(*)::int AS n FROM due`,
  );
  return row?.n ?? 0;
}

async function stillOpen(databaseUrl: string): Promise<number> {
  const row = await one<{ n: number }>(
    databaseUrl,
    `SELECT count(*)::int AS n FROM publisher.insight_readings WHERE ready_at <= now() + interval '20 minutes'`,
  );
  return row?.n ?? 0;
}

async function one<T extends pg.QueryResultRow>(databaseUrl: string, sql: string): Promise<T | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows[0];
  } finally {
    await client.end();
  }
}
