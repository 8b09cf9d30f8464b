/** Limits of requests are off: here all people come from one address. */
import { fork } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { Person } from '../../harness/src/client.ts';
import { defineRun, number } from '../../harness/src/define-run.ts';
import { smallPicture } from '../../harness/src/picture.ts';
import { quantile, quantiles } from '../../harness/src/quantiles.ts';
import { readRunFile, restart } from '../../harness/src/running-stack.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import { startLiveStack } from '../../local/src/checks/live-stack.ts';
import type { RunFile } from '../../local/src/stack/run-file.ts';
import { ApiCalls } from './api-calls.ts';
import type { Measured } from './api-calls.ts';
import { cloneCustomers } from './clone-customers.ts';
import { memoryByProcess } from './memory.ts';
import { plot } from './plot.ts';
import { processorSeconds, secondsBetween } from './processor-time.ts';
import type { Customer } from './seed.ts';
import type { TabsOrder, TabsReport } from './tabs.ts';

const run = defineRun({
  name: 'streams',
  summary:
    'What the live streams of many open tabs cost everybody else: p95 of API calls alone, beside the streams, and while the gateway and then the web origin are replaced under them. Fails when a stream does not come back. Draws calls and streams over time beside the figures. About 5 minutes.',
  prefix: 'STREAMS_',
  settings: {
    tabs: number(2_000, 'open tabs, each with a session and a business of its own'),
    rate: number(40, 'API calls a second, sent at their times whether or not earlier ones were answered'),
    seconds: number(40, 'length of the measurement alone and of the one beside the streams'),
    ramp: number(20, 'seconds in which the tabs are opened'),
  },
  figures: true,
});
const { settings, dataDir } = run;
const say = timedLines();
const OPEN_LIMIT_MS = 300_000;
const SETTLED_MS = 10_000;
const month = new Date().toISOString().slice(0, 8);
const PATHS = ['/api/auth/user', '/api/social-accounts', `/api/calendar?from=${month}01&to=${month}28`];

/** Measures the calls that are sent while `work` goes on. */
type During = (
  what: string,
  work: () => Promise<unknown>,
) => Promise<Measured & { readonly processorSeconds: Readonly<Record<string, number>> }>;

const reports: (TabsReport & { readonly at: number })[] = [];
const marks: { readonly at: number; readonly text: string }[] = [];
const mark = (text: string): void => {
  marks.push({ at: performance.now(), text });
  say(text);
};

const stack = await startLiveStack(dataDir, { POSTLOOM_RATE_LIMITS: 'off', POSTLOOM_TRACES: 'off' });
const end = async (): Promise<void> => {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
};
const forget = atTheEnd(end);
try {
  const customers = await makeCustomers(stack.run);
  const calls = new ApiCalls(stack.url, customers, PATHS, settings.rate);
  const beginning = performance.now();
  const during: During = async (what, work) => {
    mark(what);
    const before = processorSeconds(readRunFile(dataDir));
    const measured = await calls.during(work);
    const processors = secondsBetween(before, processorSeconds(readRunFile(dataDir)));
    const { gateway = 0, web = 0, identity = 0 } = processors;
    const found = { ...measured, processorSeconds: { gateway, web, identity } };
    say(JSON.stringify(found));
    return found;
  };
  // It ends with this process, however that ends.
  const tabs = fork(join(import.meta.dirname, 'tabs.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] });
  tabs.on('message', (report) => reports.push({ ...(report as TabsReport), at: performance.now() }));
  try {
    const alone = await during('calls alone', () => wait(settings.seconds * 1_000));
    mark('tabs open');
    tabs.send(orderFor(customers));
    if (!(await allOpen(performance.now()))) {
      throw new Error(`Only ${latest().open} of ${settings.tabs} streams could be opened.`);
    }
    const beside = await during('beside the streams', () => wait(settings.seconds * 1_000));
    const { gateway, web } = memoryByProcess(stack.run);
    const rollouts = { gateway: await rollout('gateway', during), web: await rollout('web', during) };
    const path = run.save({ alone, beside, rollouts, memoryMb: { gateway, web } });
    writeFileSync(path.replace(/(\.json)?$/, '.svg'), drawn(calls, beginning));
    say(`figures: ${path}, and beside them the plot`);
    process.exitCode = latest().open === settings.tabs ? 0 : 1;
  } finally {
    calls.stop();
    tabs.kill();
  }
} finally {
  forget();
  await end();
}

/** One through the product's own calls, the others copied in the database. */
async function makeCustomers(on: RunFile): Promise<Customer[]> {
  const person = await Person.signUp(on.url, { tier: 'agency' });
  const photo = await person.upload(await smallPicture(1));
  await person.connect('instagram');
  await person.photosReady();
  await person.createPost({
    caption: 'Fresh from the oven this morning',
    platforms: ['instagram'],
    status: 'scheduled',
    scheduledFor: new Date(Date.now() + 86_400_000).toISOString(),
    photoId: photo.id,
  });
  const original = { cookie: person.session ?? '', businessId: person.businessId ?? '', photoId: photo.id };
  return cloneCustomers(on, original, settings.tabs);
}

function orderFor(tabs: readonly Customer[]): TabsOrder {
  return { origin: stack.url, tabs, rampMs: settings.ramp * 1_000, reads: PATHS };
}

function latest(): TabsReport {
  return reports.at(-1) ?? { open: 0, opened: 0, refused: 0, gaps: [] };
}

/** Waits until every tab has opened its stream since that moment and has it still; false when they do not in `OPEN_LIMIT_MS`. */
async function allOpen(since: number): Promise<boolean> {
  const until = performance.now() + OPEN_LIMIT_MS;
  while (performance.now() < until) {
    const opened = reports.filter(({ at }) => at > since).reduce((sum, report) => sum + report.opened, 0);
    if (opened >= settings.tabs && latest().open === settings.tabs) {
      return true;
    }
    await wait(100);
  }
  return false;
}

/** Replaces a process, as an update does, and waits until every stream is there again. */
async function rollout(part: 'gateway' | 'web', during: During): Promise<Record<string, unknown>> {
  const from = performance.now();
  const seconds = (): number => Number(((performance.now() - from) / 1_000).toFixed(1));
  let readyAfter = 0;
  let openAfter: number | null = null;
  const measured = await during(`${part} is replaced`, async () => {
    await restart(dataDir, part, 'SIGTERM');
    readyAfter = seconds();
    openAfter = (await allOpen(from)) ? seconds() : null;
    await wait(SETTLED_MS);
  });
  const since = reports.filter(({ at }) => at > from);
  const gaps = since.flatMap((report) => report.gaps);
  const streams = {
    readyAfter,
    openAfter,
    missing: settings.tabs - latest().open,
    refused: since.reduce((sum, { refused }) => sum + refused, 0),
    gapMs: { ...quantiles(gaps), p95: quantile(gaps, 0.95) },
  };
  say(JSON.stringify(streams));
  return { ...streams, calls: measured };
}

function drawn(calls: ApiCalls, since: number): string {
  const seconds = Math.ceil((performance.now() - since) / 1_000);
  const open = Array.from(
    { length: seconds },
    (_, second) => reports.findLast(({ at }) => at < since + (second + 1) * 1_000)?.open ?? 0,
  );
  const opened = Array.from({ length: seconds }, () => 0);
  for (const report of reports) {
    const second = Math.floor((report.at - since) / 1_000);
    opened[second] = (opened[second] ?? 0) + report.opened;
  }
  return plot(
    `${settings.tabs} tabs, ${settings.rate} calls a second`,
    [
      { title: 'Live streams', lines: [{ name: 'open', color: '#1f5f8b', values: open }] },
      { title: 'Streams opened a second', lines: [{ name: 'opened', color: '#7a4fa0', values: opened }] },
      {
        title: 'API answers a second',
        lines: [
          { name: '200', color: '#2f7d4f', values: calls.perSecond(since, 'good') },
          { name: 'others', color: '#b3391f', values: calls.perSecond(since, 'failed') },
        ],
      },
    ],
    marks.map(({ at, text }) => ({ second: (at - since) / 1_000, text })),
  );
}
