/**
 * Erasing a person with a large account on the whole product: seconds until a scan of every schema, the object store and the vault finds
 * nothing of them, and until the deletion is complete; once undisturbed and once while every service is killed again and again. And
 * requests that nobody confirms: they change nothing, however many they are.
 */
import { rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { Person } from '../../harness/src/client.ts';
import { choices, defineRun, number } from '../../harness/src/define-run.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { Ledger } from '../../harness/src/ledger.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import { startLiveStack } from '../../local/src/checks/live-stack.ts';
import type { LiveStack } from '../../local/src/checks/live-stack.ts';
import { enlarge, settleIn } from './erasure-account.ts';
import type { Account } from './erasure-account.ts';
import { requestAgainAndAgain, requestSettings } from './erasure-requests.ts';
import type { Requested } from './erasure-requests.ts';
import { Scan } from './erasure-scan.ts';
import { killing } from './killing.ts';

const run = defineRun({
  name: 'erasure',
  summary:
    'Erases a person with 3 businesses, many photos and posts and connected accounts on the whole product, once undisturbed and once while every service is killed; fails when anything of them is left, or anything of a neighbour is gone. Before that, the deletion of one address is requested many times and never confirmed: it must change nothing. About 15 minutes.',
  prefix: 'ERASURE_',
  settings: {
    photos: number(20_000, 'photos of the person'),
    posts: number(5_000, 'posts of the person'),
    killEvery: number(1.5, 'seconds between two kills in the disturbed run'),
    requests: number(10_000, 'requests that nobody confirms'),
    only: choices(['requests', 'erasures'], 'these parts'),
  },
  figures: true,
});
const { settings, dataDir } = run;
const say = timedLines();
const VICTIMS = ['identity', 'media', 'captions', 'scheduling', 'publisher', 'analytics'] as const;
const CLEAN_MS = 600_000;
const COMPLETE_MS = 900_000;

const parts = {
  requests: { settings: requestSettings, play: requestAndCompare },
  erasures: {
    settings: { POSTLOOM_RATE_LIMITS: 'off', POSTLOOM_TRACES: 'off', SANDBOX_QUOTAS: 'off' },
    play: eraseAndScan,
  },
} as const;
const figures: Record<string, unknown> = {};
process.exitCode = 0;
for (const part of settings.only) {
  const stack = await startLiveStack(dataDir, parts[part].settings);
  const forget = atTheEnd(() => stack.stop());
  try {
    say('the stack is ready');
    if (!(await parts[part].play(stack, new Scan(stack.run.databaseUrl ?? '', dataDir)))) {
      process.exitCode = 1;
    }
    run.save(figures);
  } finally {
    forget();
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Requests that nobody confirms: from everywhere all are answered, from one place few. They leave everything and send one mail. */
async function requestAndCompare(stack: LiveStack, scan: Scan): Promise<boolean> {
  const outcomes: Requested[] = [];
  for (const from of ['everywhere', 'one place'] as const) {
    const outcome = await requestAgainAndAgain(stack, scan, settings.requests, from);
    figures[`requests from ${from}`] = outcome;
    outcomes.push(outcome);
    say(`${settings.requests} requests from ${from}: ${JSON.stringify(outcome)}`);
  }
  const statuses = outcomes.map(({ answers }) => Object.keys(answers).join());
  // Else the limits were met twice, or never.
  return (
    isDeepStrictEqual(statuses, ['200', '200,429']) &&
    outcomes.every(({ mails, logged, changed }) => mails === 1 && logged === 1 && changed.length === 0)
  );
}

/** A large account goes, undisturbed and under kills; a neighbour's stays. */
async function eraseAndScan(stack: LiveStack, scan: Scan): Promise<boolean> {
  const neighbour = await settleIn(stack.url, 'neighbour');
  const kept = await scan.rowsOf(neighbour.businessIds);
  const erased = {
    undisturbed: await erase(stack, scan, 'undisturbed', false),
    killed: await erase(stack, scan, 'killed', true),
  };
  const keptNow = await scan.rowsOf(neighbour.businessIds);
  say(`the neighbour has ${keptNow} of ${kept} rows`);
  Object.assign(figures, { ...erased, neighbourRows: [kept, keptNow] });
  const isUntouched = keptNow === kept && (await signedIn(neighbour));
  return isUntouched && Object.values(erased).every(({ leftovers }) => leftovers.length === 0);
}

interface Erased {
  readonly before: Readonly<Record<string, number>>;
  readonly secondsToEmpty: number;
  readonly secondsToComplete: number;
  readonly kills: number;
  readonly leftovers: readonly string[];
  /** What ages out: events about the person by where they are. */
  readonly agesOut: Readonly<Record<string, number>>;
}

async function erase(live: LiveStack, scan: Scan, name: string, withKills: boolean): Promise<Erased> {
  const account = await settleIn(live.url, name);
  await enlarge(live.run.databaseUrl ?? '', dataDir, account, settings);
  const before = await scan.find(account, { work: true });
  say(`${name}: ${JSON.stringify(before)}`);
  for (const place of ['media.photos', 'scheduling.posts', 'publisher.account_secrets', 'identity.users', 'objects']) {
    if ((before[place] ?? 0) === 0) {
      throw new Error(`The scan finds nothing in ${place} before the erasure, so it would prove nothing after it.`);
    }
  }
  const { body } = await account.person.request('POST', '/api/data-deletion-request', {
    body: { email: account.person.email },
  });
  const code = (body as { confirmationCode: string }).confirmationCode;
  const from = performance.now();
  const seconds = (): number => Number(((performance.now() - from) / 1_000).toFixed(1));
  const killer = withKills ? killing(dataDir, VICTIMS, settings.killEvery) : undefined;
  await eventually(
    'nothing of the person is left',
    async () => {
      const left = await scan.find(account, { work: false }).catch(() => null); // the database may be busy with what is killed
      return left !== null && Object.values(left).every((count) => count === 0);
    },
    CLEAN_MS,
    500,
  );
  const secondsToEmpty = seconds();
  say(`${name}: nothing is left after ${secondsToEmpty} s`);
  const kills = (await killer?.stop()) ?? 0;
  await eventually('the deletion is complete', () => isComplete(live.url, code), COMPLETE_MS, 1_000);
  const secondsToComplete = seconds();
  await eventually('the last mail is there', () => lastMail(live.sandboxUrl, account.person.email));
  const after = await scan.find(account, { work: true });
  const leftovers = [
    ...Object.entries(after).flatMap(([place, count]) => (count === 0 ? [] : [`${place}: ${count}`])),
    ...scan.inLogs(account, live.output),
  ];
  const agesOut = await scan.agingOut(account);
  say(`${name}: complete after ${secondsToComplete} s, ${kills} kills; left: ${leftovers.join(', ') || 'nothing'}`);
  say(`${name}: ages out: ${JSON.stringify(agesOut)}`);
  return { before, secondsToEmpty, secondsToComplete, kills, leftovers, agesOut };
}

async function isComplete(url: string, code: string): Promise<boolean> {
  const answer = await new Person(url)
    .request('GET', `/api/data-deletion-status?code=${encodeURIComponent(code)}`)
    .catch(() => null); // identity may just be starting
  return answer?.status === 200 && (answer.body as { state: string }).state === 'completed';
}

async function lastMail(sandboxUrl: string, email: string): Promise<boolean> {
  const mails = await new Ledger(sandboxUrl).mailsTo(email);
  return mails.some(({ subject }) => subject.includes('has been deleted'));
}

async function signedIn({ person }: Account): Promise<boolean> {
  return (await person.request('GET', '/api/auth/user')).status === 200;
}
