/**
 * `npm run chaos`: 10,000 posts fall due while random processes are killed with SIGKILL or frozen, Postgres and nats-server
 * crash, and platforms hang, refuse, reset and publish late. The ledger of the sandbox judges. Then three controls, each with one
 * part of the publish protocol switched off: each must show duplicates, or the run above proves nothing.
 *
 * CHAOS_SEED, CHAOS_POSTS (10000), CHAOS_WINDOW (780 s), CHAOS_BUSINESSES (60), CHAOS_PLATFORMS (all five, between commas),
 * CHAOS_ONLY (run, controls, resend-on-doubt, no-quarantine, no-guard; whole: the controls' scenarios with nothing switched
 * off; turns: 200 posts while every process is killed once, and its control; postgres: CHAOS_CRASHES (50) crashes of Postgres
 * alone, while people write), CHAOS_FORM (full; short: half a minute and the first control, as in `npm test`), CHAOS_RESULT
 * (a JSON file).
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RunSettings } from '../../harness/src/run-settings.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import { crashLoop } from './crashes.ts';
import { CONTROLS, controlRun, fullRun, shortRun, turnRun } from './forms.ts';
import type { Common, Control } from './forms.ts';
import { PLATFORMS } from './plan.ts';
import { linesOf, problemsOf } from './report.ts';
import { runScenario } from './scenario.ts';
import type { Outcome, Scenario } from './scenario.ts';

const settings = new RunSettings('CHAOS_');
const cache = join(import.meta.dirname, '../../../.cache');
const seed = settings.number('SEED', 1 + Math.floor(Math.random() * 1e6));
const only = settings.choice('ONLY', ['all', 'run', 'controls', ...CONTROLS, 'whole', 'turns', 'postgres']);
const isShort = settings.choice('FORM', ['full', 'short']) === 'short';
const startedAt = performance.now();
const say = timedLines();
const common: Common = {
  seed,
  dataDir: join(cache, 'chaos-data'),
  logDir: join(cache, 'chaos'),
  platforms: settings.choices('PLATFORMS', PLATFORMS),
  say,
};

const problems: string[] = [];
const results: Record<string, unknown> = {};

console.log(`seed ${seed}`);
try {
  if (only === 'all' || only === 'run') {
    const scenario = isShort
      ? shortRun(common)
      : fullRun(
          common,
          settings.number('POSTS', 10_000),
          settings.number('WINDOW', 780),
          settings.number('BUSINESSES', 60),
        );
    await play(scenario, 'with the protocol', (outcome) => problemsOf(outcome, scenario));
  }
  if (only === 'turns') {
    const scenario = turnRun(common);
    await play(scenario, 'every process killed in turn', (outcome) => problemsOf(outcome, scenario));
    await playControl(turnRun(common, 'resend-on-doubt'));
  }
  if (only === 'postgres') {
    await crashPostgres();
  }
  for (const control of CONTROLS) {
    if (isAsked(control)) {
      await playControl(controlRun(common, control));
    }
    if (only === 'whole') {
      const name = `${control}: the same with nothing switched off`;
      const whole = controlRun(common, control, true);
      await play(whole, name, (outcome) => problemsOf(outcome, whole));
    }
  }
} finally {
  rmSync(common.dataDir, { recursive: true, force: true });
}
writeResult();
console.log(
  problems.length === 0
    ? `Chaos passed (seed ${seed}).`
    : `Chaos failed: ${problems.join('; ')}. Repeat with CHAOS_SEED=${seed}; the stack's own lines are in ${common.logDir}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

function isAsked(control: Control): boolean {
  if (only === 'all') {
    return !isShort || control === 'resend-on-doubt';
  }
  return only === 'controls' || only === control;
}

async function play(scenario: Scenario, name: string, verdictOf: (outcome: Outcome) => string[]): Promise<void> {
  say(name);
  const outcome = await runScenario(scenario);
  const found = verdictOf(outcome);
  for (const line of linesOf(name, outcome)) {
    say(line);
  }
  if (found.length > 0) {
    for (const trace of outcome.traces) {
      say(JSON.stringify(trace));
    }
  }
  problems.push(...found.map((problem) => `${name}: ${problem}`));
  results[scenario.name] = { ...outcome, problems: found };
}

function playControl(scenario: Scenario): Promise<void> {
  return play(scenario, `control: ${scenario.name}`, ({ verdict }) =>
    verdict.duplicates > 0 ? [] : [`the control ${scenario.name} shows no duplicates, so it proves nothing`],
  );
}

async function crashPostgres(): Promise<void> {
  const found = await crashLoop(common.dataDir, settings.number('CRASHES', 50), say);
  results['postgres'] = found;
  say(
    `${found.crashes} crashes of Postgres: ${found.confirmed} writes confirmed, ${found.missing} missing, ${found.doubled} doubled; ` +
      `Postgres back p50 ${found.databaseMs.p50} ms, p99 ${found.databaseMs.p99} ms; the first write after that ` +
      `p50 ${found.writesMs.p50} ms, p99 ${found.writesMs.p99} ms; refused meanwhile ${JSON.stringify(found.refusals)}, ` +
      `${(found.politeShare * 100).toFixed(1)} % of the 5xx are 503 with Retry-After`,
  );
  if (found.missing > 0) {
    problems.push(`${found.missing} confirmed writes are missing`);
  }
  if (found.doubled > 0) {
    problems.push(`${found.doubled} writes are there twice`);
  }
}

function writeResult(): void {
  const path = settings.text('RESULT', join(common.logDir, 'result.json'));
  mkdirSync(dirname(path), { recursive: true });
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  writeFileSync(
    path,
    `${JSON.stringify({ seed, at: new Date().toISOString(), seconds, problems, results }, null, 2)}\n`,
  );
  say(`figures: ${path}`);
}
