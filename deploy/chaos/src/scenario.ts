import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { Ledger } from '../../harness/src/ledger.ts';
import { startLiveStack } from '../../local/src/checks/live-stack.ts';
import type { LiveStack } from '../../local/src/checks/live-stack.ts';
import { creationRate, makeBusinesses, makePost, makePosts, PHOTOS_PER_BUSINESS } from '../../harness/src/customers.ts';
import type { Business, Made } from '../../harness/src/customers.ts';
import { Facts } from '../../harness/src/facts.ts';
import { judge } from './judge.ts';
import type { Verdict } from './judge.ts';
import { planPosts } from '../../harness/src/plan.ts';
import type { PlannedPost, PlatformName, Strike } from '../../harness/src/plan.ts';
import { checkShown } from './shown.ts';
import type { Shown } from './shown.ts';
import { Striker } from '../../harness/src/strikes.ts';
import type { Struck } from '../../harness/src/strikes.ts';
import { blow, longestDelay } from './weather.ts';
import type { Weather } from './weather.ts';

export interface Scenario {
  readonly name: string;
  readonly dataDir: string;
  /** Where the stack's own lines go, for whoever has to find out why. */
  readonly logFile: string;
  readonly seed: number;
  readonly posts: number;
  readonly businesses: number;
  readonly platforms: readonly PlatformName[];
  /** All posts become due within this time, and the strikes are spread over it. */
  readonly windowSeconds: number;
  /** Share of the posts that are made while the faults go on. */
  readonly madeDuring: number;
  readonly strikes: readonly Strike[];
  readonly weather: Weather;
  /** Further settings: times of the protocol, failpoints, a control. */
  readonly environment: Readonly<Record<string, string>>;
  /** Everything must have ended so long after the window. */
  readonly settleSeconds: number;
  /** At most this share of the outcomes may be unknown. */
  readonly unknownLimit: number;
  readonly say: (line: string) => void;
}

export interface Outcome {
  readonly verdict: Verdict;
  readonly shown: Shown;
  readonly strikes: readonly Struck[];
  readonly platforms: readonly PlatformName[];
  /** Posts per second through the gateway before the faults. */
  readonly madePerSecond: number;
  /** Faults that the sandbox was given. */
  readonly faultsSet: number;
  /** POSTs that were repeated with their key, and posts that were never confirmed. */
  readonly repeats: number;
  readonly refused: number;
  /** From the end of the window until everything had ended. */
  readonly quietAfterSeconds: number;
  /** Each wrong target with all its attempts, the first twenty. */
  readonly traces: readonly unknown[];
}

/** Posts fall due while processes are struck; afterwards the sandbox's ledger is compared with the database and the API. */
export async function runScenario(scenario: Scenario): Promise<Outcome> {
  const environment = {
    POSTLOOM_RATE_LIMITS: 'off',
    POSTLOOM_TRACES: 'off',
    // Two of those whose place another must take.
    POSTLOOM_REPLICAS: 'publisher=2,scheduling=2',
    POSTLOOM_FAULT_INJECTION: 'on',
    SANDBOX_QUOTAS: 'off',
    // Six posts a minute and account are TikTok's limit; the sandbox has none here, so that each account can take a crowd.
    TIKTOK_PACE_SECONDS: '1',
    SANDBOX_HEAP_MB: '384',
    // Platforms that refuse identical texts would hide duplicates from the ledger.
    SANDBOX_DUPLICATES: 'allow',
    SANDBOX_SEED: String(scenario.seed),
    ...scenario.environment,
  };
  const stack = await startLiveStack(scenario.dataDir, environment);
  const forget = atTheEnd(() => stack.stop());
  try {
    return await play(scenario, stack);
  } finally {
    forget();
    try {
      await stack.stop();
    } finally {
      mkdirSync(dirname(scenario.logFile), { recursive: true });
      writeFileSync(scenario.logFile, stack.output.join('\n'));
    }
  }
}

async function play(scenario: Scenario, stack: LiveStack): Promise<Outcome> {
  const { say, seed, windowSeconds, platforms } = scenario;
  const facts = new Facts(stack.run.databaseUrl ?? '', scenario.dataDir);
  const windowMs = windowSeconds * 1_000;
  const plans = planPosts({
    seed,
    posts: scenario.posts,
    businesses: scenario.businesses,
    photosPerBusiness: PHOTOS_PER_BUSINESS,
    platforms,
    windowMs,
    madeDuring: scenario.madeDuring,
  });
  const businesses = await makeBusinesses(stack.url, scenario.businesses, platforms, seed);
  const before = plans.filter(({ madeAfterMs }) => madeAfterMs === null);
  const rate = await creationRate(businesses);
  const windowStart = Date.now() + (before.length / rate) * 1_300 + 4_000;
  const made: Made = { posts: [], repeats: 0, refused: 0 };
  const started = performance.now();
  await makePosts(businesses, before, windowStart, made);
  const madePerSecond = before.length / ((performance.now() - started) / 1_000);
  say(
    `${before.length} posts for ${platforms.join(', ')} made by ${businesses.length} businesses, ${madePerSecond.toFixed(0)}/s; ` +
      `they fall due within ${windowSeconds} s, beginning in ${((windowStart - Date.now()) / 1_000).toFixed(0)} s`,
  );

  await wait(Math.max(0, windowStart - Date.now()));
  const quiet = new AbortController();
  const weather = blow(scenario.weather, platforms, new Ledger(stack.sandboxUrl), seed, quiet.signal);
  const striker = new Striker(scenario.dataDir, facts, say);
  let faultsSet = 0;
  try {
    await Promise.all([
      striker.run(scenario.strikes, windowStart),
      makeMeanwhile(businesses, plans, windowStart, made),
      wait(Math.max(0, windowStart + windowMs - Date.now())),
    ]);
  } finally {
    striker.thaw();
    quiet.abort();
    faultsSet = await weather;
  }
  const calmAt = Date.now();
  const quietAfterSeconds = await settle(scenario, facts, windowStart + windowMs);
  // Everything may have ended while a call that was given up is still on its way: a copy that it makes counts too.
  await wait(Math.max(0, calmAt + longestDelay(scenario.weather) + 1_000 - Date.now()));
  const targets = await facts.targets();
  const verdict = judge({
    posts: made.posts,
    postIds: (await facts.posts('Chaos %')).map(({ id }) => id),
    targets,
    ledger: facts.ledger(),
    accountOf: (business, platform) => businesses[business]?.accounts.get(platform),
  });
  const { repeats, refused } = made;
  return {
    verdict,
    shown: await checkShown(businesses, made.posts, targets),
    strikes: striker.struck,
    platforms,
    madePerSecond,
    faultsSet,
    repeats,
    refused,
    quietAfterSeconds,
    traces: await tracesOf(verdict, facts),
  };
}

async function makeMeanwhile(
  businesses: readonly Business[],
  plans: readonly PlannedPost[],
  windowStart: number,
  made: Made,
): Promise<void> {
  await Promise.all(
    plans.map(async (plan) => {
      if (plan.madeAfterMs === null) {
        return;
      }
      await wait(Math.max(0, windowStart + plan.madeAfterMs - Date.now()));
      await makePost(businesses, plan, windowStart, made);
    }),
  );
}

/** Waits until every target has ended, or the limit has passed: then the judge says what has not. */
async function settle({ settleSeconds, say }: Scenario, facts: Facts, windowEnd: number): Promise<number> {
  let last: number | null = -1;
  for (;;) {
    const open = await facts.open();
    const seconds = (Date.now() - windowEnd) / 1_000;
    if (open !== last) {
      say(open === null ? 'the database does not answer' : `${open} targets have not ended`);
    }
    last = open;
    if (open === 0 || seconds > settleSeconds) {
      return seconds;
    }
    await wait(1_000);
  }
}

function tracesOf({ findings }: Verdict, facts: Facts): Promise<unknown[]> {
  return Promise.all(
    findings.slice(0, 20).map(async (finding) => ({
      ...finding,
      attempts: finding.targetId === null ? [] : await facts.attempts(finding.targetId),
    })),
  );
}
