import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { atTheEnd } from '../../../harness/src/at-the-end.ts';
import { defineRun, Misuse } from '../../../harness/src/define-run.ts';
import { inParallel } from '../../../harness/src/in-parallel.ts';
import { repositoryRoot } from '../paths.ts';
import { startChild, type RunningChild } from '../process/child.ts';
import { claimCheckout } from './one-run.ts';
import { sideBySide, type Step, type StepContext, type StepResult } from './step.ts';
import { steps } from './steps.ts';

const run = defineRun({
  name: 'test',
  summary: 'Every check of the project, those that can side by side. The output of each is in .cache/checks.',
  positional: {
    shape: '[step...]',
    about: `only the steps with these words in their names: ${steps.map(({ name }) => name).join(', ')}`,
    read: (words) => {
      const unknown = words.find((word) => !steps.some(({ name }) => name.includes(word)));
      if (unknown !== undefined) {
        throw new Misuse(`No step is called ${unknown}. Steps: ${steps.map(({ name }) => name).join(', ')}.`);
      }
      return words;
    },
  },
});
const busyWith = claimCheckout(join(repositoryRoot, '.cache', 'checks.claim'));
if (busyWith !== undefined) {
  process.stdout.write(
    `Another run of the checks uses this checkout (process ${busyWith}). Wait for its end, or use a second clone.\n0 passed, 1 failed\n`,
  );
  process.exit(1);
}

const workDir = join(repositoryRoot, '.cache', 'checks');
rmSync(workDir, { recursive: true, force: true });
mkdirSync(workDir, { recursive: true });

const running = new Set<RunningChild>();

const contextFor = (stepName: string): StepContext => ({
  workDir,
  run: async (command, args, options = {}) => {
    const lines: string[] = [];
    const child = await startChild({
      command,
      args,
      cwd: options.cwd ?? repositoryRoot,
      env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0', CI: '1', ...options.env },
      onLine: (line) => lines.push(line),
    });
    running.add(child);
    const limit = setTimeout(() => {
      lines.push(`Ended after ${(options.timeoutMs ?? 600_000) / 1000} s`);
      void child.stop('SIGTERM', 5000);
    }, options.timeoutMs ?? 600_000);
    const exit = await child.exited;
    clearTimeout(limit);
    await child.stop('SIGKILL', 1000); // whatever it started in its group ends with it
    running.delete(child);
    const output = lines.join('\n');
    writeFileSync(join(workDir, `${stepName.replaceAll(/\W+/g, '-')}.log`), `${output}\n`, { flag: 'a' });
    return { code: exit.code ?? 1, output };
  },
});

atTheEnd(() => Promise.all([...running].map((child) => child.stop('SIGTERM', 5000))));

const chosen = run.positional;
const wanted = chosen.length === 0 ? steps : steps.filter((step) => chosen.some((word) => step.name.includes(word)));
let total = { passed: 0, failed: 0 };
const broken: string[] = [];

async function check(step: Step): Promise<void> {
  const startedAt = performance.now();
  const result: StepResult = await step.run(contextFor(step.name)).catch((error: unknown) => ({
    passed: 0,
    failed: 0,
    detail: error instanceof Error ? error.message : String(error),
  }));
  const isGood = result.failed === 0 && result.detail === undefined;
  // A step whose tests failed has failed already by them; one that could not run counts as one failure.
  const own = isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: result.failed === 0 ? 1 : 0 };
  total = { passed: total.passed + result.passed + own.passed, failed: total.failed + result.failed + own.failed };
  const count = result.passed + result.failed > 0 ? `, ${result.passed} passed, ${result.failed} failed` : '';
  process.stdout.write(
    `${isGood ? 'ok    ' : 'FAILED'} ${step.name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s${count})\n`,
  );
  if (!isGood) {
    broken.push(step.name);
    process.stdout.write(`${(result.detail ?? '').replaceAll(/^/gm, '    ')}\n`);
  }
}

for (const group of sideBySide(wanted)) {
  await inParallel(group, availableParallelism(), check);
}

if (broken.length > 0) {
  process.stdout.write(`\nFailed: ${broken.join(', ')}. Full output is in .cache/checks/\n`);
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
