/**
 * `npm run chaos`: posts fall due while every process in turn is killed with SIGKILL and started again, on platforms that
 * sometimes commit and never answer. The ledger of the sandbox judges. Then the control, with the protocol's look before a
 * second send switched off: it must show duplicates, or the run above proves nothing.
 *
 * CHAOS_SEED, CHAOS_POSTS (200), CHAOS_WINDOW (60 s), CHAOS_ONLY=run|control.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runScenario } from './scenario.ts';
import type { Verdict } from './judge.ts';

const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 1e6));
const posts = Number(process.env['CHAOS_POSTS'] ?? 200);
const windowSeconds = Number(process.env['CHAOS_WINDOW'] ?? 60);
const only = process.env['CHAOS_ONLY'];
const dataDir = join(import.meta.dirname, '../../../.cache/chaos-data');
const startedAt = performance.now();
const say = (line: string): void =>
  console.log(`${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(7)} s  ${line}`);

console.log(`seed ${seed}`);
const problems: string[] = [];
try {
  if (only !== 'control') {
    const run = await runScenario({
      dataDir,
      seed,
      posts,
      customers: 10,
      windowSeconds,
      hangAfter: 0.05,
      isControl: false,
      say,
    });
    report('with the protocol', run);
    if (run.lost > 0 || run.duplicates > 0 || run.disagreements > 0) {
      problems.push('posts were lost, doubled or shown wrongly');
    }
  }
  if (only !== 'run') {
    const control = await runScenario({
      dataDir,
      seed,
      posts: Math.ceil(posts / 2),
      customers: 5,
      windowSeconds: windowSeconds / 2,
      hangAfter: 0.2,
      isControl: true,
      say,
    });
    report('control: resends after a doubt', control);
    if (control.duplicates === 0) {
      problems.push('the control shows no duplicates, so the run above proves nothing');
    }
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(
  problems.length === 0 ? 'Chaos passed.' : `Chaos failed: ${problems.join('; ')}. Repeat with CHAOS_SEED=${seed}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

function report(name: string, verdict: Verdict): void {
  const { lagMs, ...counts } = verdict;
  say(
    `${name}: ${Object.entries(counts)
      .map(([key, value]) => `${key} ${value}`)
      .join(', ')}`,
  );
  say(`due to public: p50 ${lagMs.p50} ms, p99 ${lagMs.p99} ms, longest ${lagMs.max} ms`);
}
