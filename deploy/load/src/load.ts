import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineRun, Misuse, number } from '../../harness/src/define-run.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { installationOf, installationSettings } from '../../harness/src/installation.ts';
import { Ledger } from '../../harness/src/ledger.ts';
import { quantiles } from '../../harness/src/quantiles.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import { PLATFORMS, signUpCustomers } from './customers.ts';
import { findK6, scenarios, scenariosFolder } from './k6.ts';
import { isKept, PROMISED_MS, publicityOf } from './public-in-time.ts';

const run = defineRun({
  name: 'load',
  summary:
    'A scenario of k6 against the running stack, or another installation with a sandbox whose request limits are off. Writes a report with plots, and judges the posts by what the platforms show.',
  prefix: 'LOAD_',
  settings: {
    ...installationSettings,
    seconds: number(60, 'how long'),
    scale: number(1, 'multiplies every rate'),
    customers: number(20, 'who they are: businesses with two accounts and a photo'),
  },
  positional: {
    shape: '<scenario>',
    about: `one of ${scenarios.join(', ')}`,
    read: ([scenario, ...more]) => {
      if (scenario === undefined || more.length > 0 || !scenarios.includes(scenario)) {
        throw new Misuse(`Say one scenario: ${scenarios.join(', ')}.`);
      }
      return scenario;
    },
  },
  figures: true,
});
const { settings, positional: scenario, folder } = run;
/** k6 ends with it when a goal was missed. */
const GOALS_MISSED = 99;

const stack = installationOf(run);
const k6 = findK6();
const say = timedLines();
const id = Date.now().toString(36);
const file = (name: string): string => join(folder, name);
const customers = Math.ceil(settings.customers);
const files = await signUpCustomers(stack, customers, id, folder);
say(`${customers} customers signed up; ${scenario} for ${settings.seconds} s`);

const report = file(`${scenario}.html`);
const summaryFile = file(`${scenario}.json`);
const period = Math.max(1, Math.round(settings.seconds / 120));
const child = spawn(
  k6,
  ['run', '--no-usage-report', '--quiet', '--summary-export', summaryFile, join(scenariosFolder, `${scenario}.js`)],
  {
    env: {
      ...process.env,
      URL: stack.url,
      RUN: id,
      SECONDS: String(Math.round(settings.seconds)),
      SCALE: String(settings.scale),
      CUSTOMERS: files.customers,
      PICTURE: files.picture,
      // The page is written at the end; no server meanwhile.
      K6_WEB_DASHBOARD: 'true',
      K6_WEB_DASHBOARD_PORT: '-1',
      K6_WEB_DASHBOARD_PERIOD: `${period}s`,
      K6_WEB_DASHBOARD_EXPORT: report,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);
const startedAt = performance.now();
const [code] = (await once(child, 'exit')) as [number | null];
const lasted = Math.round((performance.now() - startedAt) / 1_000);
if (code !== 0 && code !== GOALS_MISSED) {
  say(`k6 ended with ${code}`);
  process.exit(1);
}

const { metrics } = JSON.parse(readFileSync(summaryFile, 'utf8')) as {
  metrics: Record<string, Record<string, number>>;
};
const wanted = (metrics['posts_scheduled']?.['count'] ?? 0) * PLATFORMS.length;
const ledger = new Ledger(stack.sandboxUrl);
const judged = async () => publicityOf(await ledger.publications(), id, wanted);
await eventually(
  'the posts are public',
  async () => (await judged()).published >= wanted || undefined,
  PROMISED_MS * 2,
  1_000,
).catch((error: unknown) => say(String(error)));
const { lags, ...publicity } = await judged();

const goalsMet = code === 0;
say(`goals of k6 ${goalsMet ? 'met' : 'missed'} after ${lasted} s`);
if (scenario === 'stress') {
  // The rate grows evenly from none, so in the end it is twice the mean.
  say(`it ended at ${Math.round((2 * (metrics['iterations']?.['count'] ?? 0)) / lasted)} pages a second`);
}
if (wanted > 0) {
  const { p50, p99, max } = quantiles(lags);
  say(
    `${publicity.published} of ${wanted} public, ${publicity.doubled} twice, ${(publicity.shareInTime * 100).toFixed(2)} % within 60 s of the due time; p50 ${p50} ms, p99 ${p99} ms, latest ${max} ms`,
  );
}
say(`report: ${report}`);
say(`figures: ${run.save({ scenario, lasted, goalsMet, publicity: { ...publicity, ...quantiles(lags) }, metrics })}`);
process.exit(goalsMet && isKept({ lags, ...publicity }) ? 0 : 1);
