/** After the run with the whole protocol come the controls, each with one part of it switched off: see README.md. */
import { rmSync } from 'node:fs';
import { choice, choices, defineRun, number } from '../../harness/src/define-run.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import { crashLoop } from './crashes.ts';
import { CONTROLS, controlRun, fullRun, shortRun, turnRun } from './forms.ts';
import type { Common, Control } from './forms.ts';
import { PLATFORMS } from '../../harness/src/plan.ts';
import { linesOf, problemsOf } from './report.ts';
import { runScenario } from './scenario.ts';
import type { Outcome, Scenario } from './scenario.ts';

const run = defineRun({
  name: 'chaos',
  summary:
    'Thousands of posts fall due while processes are killed or frozen, Postgres and nats-server crash, and platforms hang, refuse, reset and publish late; the ledger of the sandbox judges. Then the controls, each with one part of the publish protocol switched off: each must show duplicates, or the run proves nothing. About 20 minutes.',
  prefix: 'CHAOS_',
  settings: {
    seed: number(1 + Math.floor(Math.random() * 1e6), 'strikes the same processes at the same times', 'a new one'),
    posts: number(10_000, 'posts of the run'),
    window: number(780, 'seconds in which they fall due'),
    businesses: number(60, 'whose posts they are'),
    platforms: choices(PLATFORMS, 'where they go'),
    only: choice(
      ['all', 'run', 'controls', ...CONTROLS, 'whole', 'turns', 'postgres'],
      'one part alone, see the README',
    ),
    form: choice(['full', 'short'], 'short: about a minute with the first control, as in npm test'),
    crashes: number(50, 'crashes of Postgres in the part postgres'),
  },
  figures: true,
  examples: [
    ['npm run chaos -- --only run --posts 500 --window 120 --businesses 16', 'a small run'],
    ['npm run chaos -- --only turns', '200 posts while every process is killed once, and its control'],
  ],
});
const { settings } = run;
const { seed, only } = settings;
const isShort = settings.form === 'short';
const startedAt = performance.now();
const say = timedLines();
const common: Common = {
  seed,
  dataDir: run.dataDir,
  logDir: run.folder,
  platforms: settings.platforms,
  say,
};

const problems: string[] = [];
const results: Record<string, unknown> = {};

console.log(`seed ${seed}`);
try {
  if (only === 'all' || only === 'run') {
    const scenario = isShort ? shortRun(common) : fullRun(common, settings.posts, settings.window, settings.businesses);
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
    : `Chaos failed: ${problems.join('; ')}. Repeat with --seed ${seed}; the stack's own lines are in ${common.logDir}`,
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
  const found = await crashLoop(common.dataDir, settings.crashes, say);
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
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  say(`figures: ${run.save({ seconds, problems, results })}`);
}
