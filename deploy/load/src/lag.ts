/** With the lag it says what the database's time and the processors' were spent on meanwhile. */
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { makeBusinesses, makePost, makePosts, PHOTOS_PER_BUSINESS } from '../../harness/src/customers.ts';
import type { Business, Made } from '../../harness/src/customers.ts';
import { Facts } from '../../harness/src/facts.ts';
import { PLATFORMS } from '../../harness/src/plan.ts';
import type { PlannedPost, PlatformName } from '../../harness/src/plan.ts';
import { Striker } from '../../harness/src/strikes.ts';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { choice, defineRun, number } from '../../harness/src/define-run.ts';
import { quantiles } from '../../harness/src/quantiles.ts';
import { readRunFile } from '../../harness/src/running-stack.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import type { RunFile } from '../../local/src/stack/run-file.ts';
import { startLiveStack } from '../../local/src/checks/live-stack.ts';
import { DatabaseWindow } from './database-time.ts';
import { memoryByProcess } from './memory.ts';
import { PLAIN_PLATFORMS, PlainClient, plainAccounts } from './plain-client.ts';
import { processorSeconds, secondsBetween } from './processor-time.ts';
import { readingsBeside } from './readings-beside.ts';
import { steadily } from './steadily.ts';

const program = defineRun({
  name: 'lag',
  summary:
    'How long after its due time a post is public, also while figures are read, how soon another worker takes over from a killed one, and how many posts a second go through the whole pipeline against what the sandbox alone takes from a plain client. About 25 minutes.',
  prefix: 'LAG_',
  settings: {
    rate: number(20, 'posts a second of the due lag'),
    seconds: number(600, 'how long they fall due'),
    ahead: number(15, 'seconds between making a post and its due time; more where many processes share few cores'),
    kills: number(3, 'kills of each worker in the takeover'),
    burst: number(1_500, 'posts due at once in the throughput'),
    storm: number(360, 'posts due at once, with and without readings due beside them'),
    rounds: number(3, 'such storms of each kind; the best of each counts'),
    only: choice(['all', 'lag', 'takeover', 'throughput', 'readings'], 'one measurement alone'),
  },
  figures: true,
  environment: { POSTLOOM_REPLICAS: 'processes of every service; 8 takes about 4 GB and 60 processes' },
  examples: [['POSTLOOM_REPLICAS=8 npm run lag -- --only lag', 'the lag with eight processes of every service']],
});
const { settings, dataDir } = program;
const { only } = settings;
const BUSINESSES = 24;
const AHEAD_MS = settings.ahead * 1_000;
/** TikTok takes six posts a minute of an account: its lag would be its own limit. */
const STORM_PLATFORMS = PLATFORMS.filter((platform) => platform !== 'tiktok');
const say = timedLines();

const environment = {
  POSTLOOM_RATE_LIMITS: 'off',
  POSTLOOM_TRACES: 'off',
  POSTLOOM_STATEMENT_TIMES: 'on',
  SANDBOX_QUOTAS: 'off',
  // Six posts a minute and account are TikTok's limit; the sandbox has none here, so that each account can take a crowd.
  TIKTOK_PACE_SECONDS: '1',
  SANDBOX_HEAP_MB: '384',
  SANDBOX_DUPLICATES: 'allow',
};
const results: Record<string, unknown> = {};
type Measurement = (facts: Facts, businesses: readonly Business[], stack: RunFile) => Promise<void>;

if (only !== 'takeover' && only !== 'readings') {
  const steps = [...(only === 'throughput' ? [] : [measureLag]), ...(only === 'lag' ? [] : [measureThroughput])];
  await onStack({}, steps);
}
if (only === 'all' || only === 'readings') {
  // With the platforms' documented limits: a call beyond one would be refused.
  await onStack({ SANDBOX_QUOTAS: 'documented' }, [measureReadings]);
}
if (only === 'all' || only === 'takeover') {
  await onStack({ POSTLOOM_REPLICAS: 'publisher=2,scheduling=2' }, [measureTakeover]);
}
say(`figures: ${program.save(results)}`);

async function onStack(more: Readonly<Record<string, string>>, measurements: readonly Measurement[]): Promise<void> {
  const stack = await startLiveStack(dataDir, { ...environment, ...more });
  const end = async (): Promise<void> => {
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const forget = atTheEnd(end);
  try {
    const facts = new Facts(stack.run.databaseUrl ?? '', dataDir);
    const businesses = await makeBusinesses(stack.url, BUSINESSES, PLATFORMS, 1);
    say(`${businesses.length} businesses on ${PLATFORMS.join(', ')}`);
    for (const measure of measurements) {
      await measure(facts, businesses, stack.run);
    }
  } finally {
    forget();
    await end();
  }
}

/** A post for one platform, due `dueAfterMs` after the start that it is made with. */
function onePost(run: string, number: number, dueAfterMs: number, platforms: readonly PlatformName[]): PlannedPost {
  const platform = platforms[number % platforms.length] ?? 'facebook';
  return {
    number,
    caption: `${run} ${number}`,
    platforms: [platform],
    // Each platform's posts go round all businesses.
    business: Math.floor(number / platforms.length) % BUSINESSES,
    photos: [number % PHOTOS_PER_BUSINESS],
    dueAfterMs,
    madeAfterMs: null,
  };
}

/** Posts at a steady rate, each made a little before it is due. */
async function steady(run: string, businesses: readonly Business[], rate: number, seconds: number): Promise<Made> {
  const made: Made = { posts: [], repeats: 0, refused: 0 };
  const start = Date.now() + AHEAD_MS;
  await steadily({ count: rate * seconds, perSecond: rate }, async (number) => {
    await makePost(businesses, onePost(run, number, (number * 1_000) / rate, PLATFORMS), start, made);
    if (made.refused > 0) {
      throw new Error('the product did not confirm a post');
    }
  });
  return made;
}

async function allEnded(facts: Facts, limitMs: number): Promise<void> {
  const until = performance.now() + limitMs;
  while ((await facts.open()) !== 0) {
    if (performance.now() > until) {
      throw new Error('posts have not ended in time');
    }
    await wait(500);
  }
}

/** Milliseconds from due time to ledger row, of every post; throws when one was not made or is not there exactly once. */
function lagsOf(made: Made, facts: Facts): number[] {
  if (made.refused > 0 || made.posts.length === 0) {
    throw new Error(`${made.posts.length} posts were made, ${made.refused} were not`);
  }
  const rows = Map.groupBy(facts.ledger(), ({ text }) => text);
  return made.posts.map((post) => {
    const found = rows.get(post.caption) ?? [];
    const [first] = found;
    if (first === undefined || found.length > 1) {
      throw new Error(`"${post.caption}" is ${found.length} times in the ledger`);
    }
    return Date.parse(first.at) - Date.parse(post.scheduledFor);
  });
}

async function measureLag(facts: Facts, businesses: readonly Business[], stack: RunFile): Promise<void> {
  const { rate, seconds } = settings;
  await steady('Warm up', businesses, rate, 10);
  await wait(AHEAD_MS);
  await allEnded(facts, 120_000);
  say(`${rate} posts/s for ${seconds} s, made ${AHEAD_MS / 1_000} s ahead`);
  const window = await DatabaseWindow.begin(stack.databaseUrl ?? '');
  const [startedAt, before] = [performance.now(), processorSeconds(readRunFile(dataDir))];
  const made = await steady('Lag', businesses, rate, seconds);
  await wait(AHEAD_MS);
  await allEnded(facts, 120_000);
  const windowSeconds = Math.round((performance.now() - startedAt) / 1_000);
  const run = readRunFile(dataDir);
  const processors = secondsBetween(before, processorSeconds(run));
  const database = await window.end();
  const memoryMb = Math.round(Object.values(memoryByProcess(run)).reduce((sum, mb) => sum + mb, 0));
  const lag = quantiles(lagsOf(made, facts));
  const stages = await query<{ handover: number[]; intent: number[] }>(
    stack.databaseUrl ?? '',
    `SELECT percentile_cont(ARRAY[0.5, 0.99]) WITHIN GROUP (ORDER BY extract(epoch FROM t.dispatched_at - t.due_at) * 1000) AS handover,
            percentile_cont(ARRAY[0.5, 0.99]) WITHIN GROUP (ORDER BY extract(epoch FROM j.first_intent_at - t.due_at) * 1000) AS intent
     FROM scheduling.post_targets t JOIN scheduling.posts p ON p.id = t.post_id JOIN publisher.publish_jobs j ON j.target_id = t.id
     WHERE p.caption LIKE 'Lag %'`,
  );
  results['lag'] = {
    ...{ rate, seconds, processes: Object.keys(run.processes).length, posts: made.posts.length, ...lag, stages },
    ...{ windowSeconds, database, processors, memoryMb },
  };
  say(`due to public, ${made.posts.length} posts: p50 ${lag.p50} ms, p99 ${lag.p99} ms, longest ${lag.max} ms`);
  const [handover = [], intent = []] = [stages?.handover, stages?.intent];
  say(`  due to handover: ${inWords(handover)}; due to intent: ${inWords(intent)}`);
  const processes = Object.keys(run.processes).length;
  say(
    `database time in ${windowSeconds} s, ${processes} processes: ${inSeconds(database.ms)}, without waits for locks`,
  );
  for (const [purpose, { calls, ms, lockedMs, share }] of Object.entries(database.purposes)) {
    const part = `${(share * 100).toFixed(1).padStart(5)} %`;
    say(`  ${purpose.padEnd(14)} ${part}  ${inSeconds(ms)}, ${calls} calls, waited ${inSeconds(lockedMs)} for locks`);
  }
  const parts = Object.entries(processors).map(([part, spent]) => `${part} ${spent.toFixed(1)}`);
  say(`processor seconds: ${parts.join(', ')}; memory ${memoryMb} MB`);
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}

function inWords(numbers: readonly number[]): string {
  return `p50 ${Math.round(numbers[0] ?? 0)} ms, p99 ${Math.round(numbers[1] ?? 0)} ms`;
}

/** All posts due at the same moment; then the same calls by a plain client, on the same accounts. */
async function measureThroughput(facts: Facts, businesses: readonly Business[], stack: RunFile): Promise<void> {
  const count = settings.burst;
  const made: Made = { posts: [], repeats: 0, refused: 0 };
  const started = Date.now();
  const dueAt = started + 20_000 + count * 25;
  const plans = Array.from({ length: count }, (_, number) => onePost('Burst', number, 0, PLAIN_PLATFORMS));
  await makePosts(businesses, plans, dueAt, made);
  if (Date.now() > dueAt) {
    throw new Error('the machine is too slow to make that many posts before they are due');
  }
  say(
    `${count} posts made in ${((Date.now() - started) / 1_000).toFixed(0)} s; all due in ${((dueAt - Date.now()) / 1_000).toFixed(0)} s`,
  );
  await wait(dueAt - Date.now());
  await allEnded(facts, 300_000);
  const lags = lagsOf(made, facts);
  const pipeline = count / (Math.max(...lags) / 1_000);
  const plain = await PlainClient.start(stack.sandboxUrl);
  try {
    const accounts = await plainAccounts(stack.databaseUrl ?? '', dataDir);
    await plain.publishAll(accounts, 100, 16);
    const alone = await plain.publishAll(accounts, count, 16);
    results['throughput'] = { posts: count, pipeline, alone, ratio: pipeline / alone };
    say(
      `${count} posts on ${PLAIN_PLATFORMS.join(', ')} due at once: ${pipeline.toFixed(1)}/s through the whole pipeline; ` +
        `${alone.toFixed(1)}/s by a plain client with the same calls; ratio ${(pipeline / alone).toFixed(2)}`,
    );
  } finally {
    plain.stop();
  }
}

async function measureReadings(facts: Facts, businesses: readonly Business[], stack: RunFile): Promise<void> {
  results['readings'] = await readingsBeside({
    ...{ databaseUrl: stack.databaseUrl ?? '', sandboxUrl: stack.sandboxUrl, say },
    ...{ posts: settings.storm, rounds: settings.rounds, accounts: BUSINESSES * STORM_PLATFORMS.length },
    storm: async (name, before) => quantiles(lagsOf(await storm(name, facts, businesses, before), facts)),
  });
}

/** `storm` posts that are due at once; `before` runs shortly before they are. */
async function storm(
  name: string,
  facts: Facts,
  businesses: readonly Business[],
  before: () => Promise<void> = () => Promise.resolve(),
): Promise<Made> {
  const count = settings.storm;
  const made: Made = { posts: [], repeats: 0, refused: 0 };
  const dueAt = Date.now() + 20_000 + count * 40;
  const plans = Array.from({ length: count }, (_, number) => onePost(name, number, 0, STORM_PLATFORMS));
  await makePosts(businesses, plans, dueAt, made);
  if (Date.now() > dueAt - 1_000) {
    throw new Error('the machine is too slow to make that many posts before they are due');
  }
  await wait(dueAt - 500 - Date.now());
  await before();
  await wait(Math.max(0, dueAt - Date.now()));
  await allEnded(facts, 300_000);
  return made;
}

/** Two publishers and two dispatchers; one of them is killed now and then while posts fall due. */
async function measureTakeover(facts: Facts, businesses: readonly Business[], stack: RunFile): Promise<void> {
  const { kills } = settings;
  const spacing = 45_000;
  const striker = new Striker(dataDir, facts, say);
  const ended = new AbortController();
  const start = Date.now() + AHEAD_MS + 5_000;
  const strikes = Array.from({ length: kills * 2 }, (_, index) => ({
    atMs: index * spacing,
    kind: 'kill' as const,
    victim: (['publisher', 'scheduling', 'publisher-2', 'scheduling-2'] as const)[index % 4] ?? 'publisher',
  }));
  say(`${kills} kills each of a publisher and a dispatcher at 20 posts/s, a second copy of each running`);
  const publishing = async (): Promise<Made> => {
    const [made] = await Promise.all([
      steady('Takeover', businesses, 20, (strikes.length * spacing) / 1_000),
      striker.run(strikes, start),
    ]);
    await wait(AHEAD_MS);
    await allEnded(facts, 120_000);
    return made;
  };
  const [made, longestUndispatchedMs] = await Promise.all([
    publishing().finally(() => ended.abort()),
    longestWait(stack.databaseUrl ?? '', ended.signal),
  ]);
  const lag = quantiles(lagsOf(made, facts));
  const takeovers = striker.struck.flatMap(({ takeoverMs }) => (takeoverMs === null ? [] : [takeoverMs]));
  results['takeover'] = { struck: striker.struck, lag, longestUndispatchedMs };
  say(
    `takeover of a killed publisher's lanes: ${takeovers.map((ms) => `${(ms / 1_000).toFixed(1)} s`).join(', ') || 'it held none'}; ` +
      `a due target waited at most ${(longestUndispatchedMs / 1_000).toFixed(1)} s for a dispatcher; ` +
      `due to public, ${made.posts.length} posts: p50 ${lag.p50} ms, p99 ${lag.p99} ms, longest ${(lag.max / 1_000).toFixed(1)} s`,
  );
}

/** The longest, in milliseconds, that a target was due until `ended` without having been handed over. */
async function longestWait(databaseUrl: string, ended: AbortSignal): Promise<number> {
  let longestMs = 0;
  while (!ended.aborted) {
    const row = await query<{ ms: number | null }>(
      databaseUrl,
      `SELECT extract(epoch FROM now() - min(due_at))::float8 * 1000 AS ms FROM scheduling.post_targets WHERE state = 'scheduled' AND due_at <= now()`,
    );
    longestMs = Math.max(longestMs, row?.ms ?? 0);
    await wait(250);
  }
  return longestMs;
}

async function query<T extends pg.QueryResultRow>(databaseUrl: string, sql: string): Promise<T | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows[0];
  } finally {
    await client.end();
  }
}
