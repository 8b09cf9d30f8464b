import { isDeepStrictEqual } from 'node:util';
import { eventually } from '../../harness/src/eventually.ts';
import { inParallel } from '../../harness/src/in-parallel.ts';
import { Ledger } from '../../harness/src/ledger.ts';
import type { LiveStack } from '../../local/src/checks/live-stack.ts';
import { settleIn } from './erasure-account.ts';
import type { Account } from './erasure-account.ts';
import type { Scan } from './erasure-scan.ts';

/** The stack believes this machine who a request is from, so that every request can be from somewhere else. */
export const requestSettings = { POSTLOOM_RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' } as const;

/** Where the person reads that somebody asked: as often as they are sent a mail. */
const LOG = 'identity.audit_log';
/** Where a request leaves a trace of itself: the code it was given, the link, its mail, and the line in the log. */
const TRACES = new Set(['identity.deletion_codes', 'identity.mail_queue', 'identity.one_use_tokens', LOG]);
const AT_A_TIME = 16;
const CONFIRM = 'Confirm that you want to delete';

export interface Requested {
  /** Answers by their status. */
  readonly answers: Readonly<Record<number, number>>;
  readonly seconds: number;
  readonly mails: number;
  /** Lines of the person's log. */
  readonly logged: number;
  /** What is otherwise than before, beside the traces. */
  readonly changed: readonly string[];
}

/**
 * Somebody who is not signed in asks again and again for the deletion of one address, from everywhere or from one place. What there is of
 * the person is compared with what there was.
 */
export async function requestAgainAndAgain(
  live: LiveStack,
  scan: Scan,
  times: number,
  from: 'everywhere' | 'one place',
): Promise<Requested> {
  const account = await settleIn(live.url, from.replace(' ', '-'));
  const before = await settledState(scan, account);
  const gateway = live.run.processes['gateway']?.url ?? '';
  const answers: Record<number, number> = {};
  const startedAt = performance.now();
  await inParallel([...Array(times).keys()], AT_A_TIME, async (number) => {
    const address = from === 'everywhere' ? `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}` : '10.255.0.1';
    const response = await fetch(`${gateway}/api/data-deletion-request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email: account.person.email }),
    });
    await response.body?.cancel();
    answers[response.status] = (answers[response.status] ?? 0) + 1;
  });
  const seconds = Number(((performance.now() - startedAt) / 1_000).toFixed(1));
  await eventually('the mails are out', async () => (await scan.waitingMails()) === 0, 120_000, 500);
  const mails = await new Ledger(live.sandboxUrl).mailsTo(account.person.email);
  const after = await stateOf(scan, account);
  return {
    answers,
    seconds,
    mails: mails.filter(({ subject }) => subject.includes(CONFIRM)).length,
    logged: Number(after[LOG]) - Number(before[LOG]),
    changed: Object.keys({ ...before, ...after }).filter(
      (what) => !TRACES.has(what) && !isDeepStrictEqual(before[what], after[what]),
    ),
  };
}

/** What there is once the events about the person's first posts are handled everywhere. */
async function settledState(scan: Scan, account: Account): Promise<Readonly<Record<string, unknown>>> {
  let last: Readonly<Record<string, unknown>> = {};
  return eventually(
    'nothing about the person changes any more',
    async () => {
      const now = await stateOf(scan, account);
      const isSettled = isDeepStrictEqual(now, last);
      last = now;
      return isSettled ? now : undefined;
    },
    60_000,
    3_000,
  );
}

/** Rows of the person by table, their own row word by word, and that they are signed in. */
async function stateOf(scan: Scan, account: Account): Promise<Readonly<Record<string, unknown>>> {
  const places = await scan.find(account, { work: true });
  const { status } = await account.person.request('GET', '/api/auth/user');
  return { ...places, person: await scan.wordsOfPerson(account.userId), 'signed in': status };
}
