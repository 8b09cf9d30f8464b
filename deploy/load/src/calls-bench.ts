/** Figures vary between machines and runs; the ratio to the baseline, measured in the same run on the same data, varies less. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { choice, defineRun, number } from '../../harness/src/define-run.ts';
import { startLiveStack } from '../../local/src/checks/live-stack.ts';
import { freePort } from '../../local/src/process/ports.ts';
import { CONNECTIONS, generate, generatorName } from './generator.ts';
import type { LoadCase, LoadResult } from './generator.ts';
import { memoryByProcess } from './memory.ts';
import { BUSINESSES, CUSTOMERS, MONTH_POSTS, seed } from './seed.ts';
import type { Customer } from './seed.ts';

const run = defineRun({
  name: 'bench',
  summary:
    'Requests per second of the HTTP calls on a stack with seeded data and, beside it in the same run on the same data, of a plain baseline.',
  prefix: 'BENCH_',
  settings: {
    seconds: number(8, 'length of one measurement'),
    only: choice(['all', 'calendar', 'accounts', 'drafts'], 'one case alone'),
  },
  figures: true,
});
const { seconds, only } = run.settings;
const { dataDir } = run;
const ROUNDS = 3;

const startedAt = performance.now();
const stack = await startLiveStack(dataDir, { POSTLOOM_RATE_LIMITS: 'off', OTEL_TRACES_SAMPLER_ARG: '0.01' });
const readySeconds = (performance.now() - startedAt) / 1_000;
const baselinePort = await freePort();
const baseline = spawn(process.execPath, [join(import.meta.dirname, '../baseline/server.ts')], {
  env: { ...process.env, DATABASE_URL: stack.run.databaseUrl, PORT: String(baselinePort) },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const end = async (): Promise<void> => {
  baseline.kill('SIGTERM');
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
};
const forget = atTheEnd(end);

try {
  await once(baseline.stdout, 'data');
  const { few, many, from, to } = await seed(stack.run);
  const requests = (customers: readonly Customer[], body?: (photoId: string) => unknown): LoadCase['requests'] =>
    customers.map(({ cookie, businessId, photoId }) => ({
      headers: { cookie, 'x-business-id': businessId },
      ...(body && { body: body(photoId) }),
    }));
  const named: Readonly<Record<string, (customers: readonly Customer[]) => LoadCase & { readonly title: string }>> = {
    calendar: (customers) => ({
      title: `GET one month of the calendar (${MONTH_POSTS} posts)`,
      method: 'GET',
      path: `/api/calendar?from=${from}&to=${to}`,
      requests: requests(customers),
    }),
    accounts: (customers) => ({
      title: 'GET social accounts (5)',
      method: 'GET',
      path: '/api/social-accounts',
      requests: requests(customers),
    }),
    drafts: (customers) => ({
      title: 'POST a draft',
      method: 'POST',
      path: '/api/posts',
      requests: requests(customers, (photoId) => ({
        caption: 'A draft from the bench',
        platforms: ['instagram', 'facebook'],
        status: 'draft',
        photoId,
      })),
    }),
  };
  const cases = Object.entries(named)
    .filter(([name]) => only === 'all' || only === name)
    .flatMap(([, make]) => [many, few].map((customers) => ({ ...make(customers), customers })));
  const places = {
    origin: stack.url,
    gateway: stack.run.processes['gateway']?.url ?? stack.url,
    baseline: `http://127.0.0.1:${baselinePort}`,
  };
  const idle = memoryByProcess(stack.run);

  console.log(
    `\n${generatorName}, ${CONNECTIONS} connections, ${BUSINESSES} businesses in turn (and, as before, ${CUSTOMERS}), best of ${ROUNDS} x ${seconds} s; 'origin' is what a browser uses, 'gateway' is what an ingress uses\n`,
  );
  console.log(row(['case', 'origin/s', 'gateway/s', 'baseline/s', 'gateway : baseline', 'p99 ms', 'errors']));
  const figures: Record<string, unknown>[] = [];
  for (const load of cases) {
    const best: Record<string, LoadResult> = {};
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [place, origin] of Object.entries(places)) {
        await generate(origin, load, 1); // warm up
        const result = await generate(origin, load, seconds);
        const before = best[place];
        best[place] =
          before && before.requestsPerSecond > result.requestsPerSecond
            ? { ...before, errors: before.errors + result.errors }
            : { ...result, errors: result.errors + (before?.errors ?? 0) };
      }
    }
    const { origin, gateway, baseline: plain } = best;
    const ratio = (gateway?.requestsPerSecond ?? 0) / (plain?.requestsPerSecond ?? 1);
    const errors = Object.values(best).reduce((sum, result) => sum + result.errors, 0);
    figures.push({ case: load.title, businesses: load.customers.length, ...best, ratio, errors });
    console.log(
      row([
        `${load.title}, ${load.customers.length}`,
        rate(origin),
        rate(gateway),
        rate(plain),
        ratio.toFixed(2),
        (gateway?.p99Ms ?? 0).toFixed(0),
        String(errors),
      ]),
    );
  }

  const loaded = memoryByProcess(stack.run);
  console.log(`\n${row(['memory (PSS, MB)', 'idle', 'after load', '', '', '', ''])}`);
  for (const name of Object.keys(loaded)) {
    console.log(row([name, (idle[name] ?? 0).toFixed(0), (loaded[name] ?? 0).toFixed(0), '', '', '', '']));
  }
  const sum = (by: Readonly<Record<string, number>>): string =>
    Object.values(by)
      .reduce((total, mb) => total + mb, 0)
      .toFixed(0);
  console.log(row(['everything', sum(idle), sum(loaded), '', '', '', '']));
  console.log(
    `\nReady line after ${readySeconds.toFixed(1)} s (fresh data folder${readySeconds > 20 ? ', build included' : ''}).`,
  );
  console.log(`Figures: ${run.save({ cases: figures, memory: { idle, loaded }, readySeconds })}`);
} finally {
  forget();
  await end();
}

function rate(result: LoadResult | undefined): string {
  return Math.round(result?.requestsPerSecond ?? 0).toString();
}

function row(cells: readonly string[]): string {
  return cells
    .map((cell, index) => (index === 0 ? cell.padEnd(50) : cell.padStart(index === 4 ? 20 : 12)))
    .join('')
    .trimEnd();
}
