import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { choice, defineRun, Misuse } from '../../harness/src/define-run.ts';
import { outcomeOf } from './fault-run.ts';
import type { FaultReport } from './fault-run.ts';

const root = join(import.meta.dirname, '../../..');
const run = defineRun({
  name: 'faults',
  summary:
    'The faults of the publisher in the numbers of the fault matrix, against the real Postgres and NATS. One line per figure and test; fails when one is not as promised or did not run.',
  prefix: 'FAULT_',
  settings: { scale: choice(['full', 'short'], 'short: the few that npm test runs') },
  positional: {
    shape: '[fault...]',
    about: 'their numbers, for example F05 F18; all of them when none is named',
    read: (words) => {
      const wrong = words.filter((word) => !/^F\d\d$/.test(word));
      if (wrong.length > 0) {
        throw new Misuse(`Faults have names like F05; ${wrong.join(', ')} is none.`);
      }
      return words;
    },
  },
  figures: true,
});
const names = run.positional;
const { scale } = run.settings;

const folder = mkdtempSync(join(tmpdir(), 'postloom-faults-'));
try {
  const reportFile = join(folder, 'report.json');
  const child = spawn(
    process.execPath,
    [
      '--no-warnings',
      join(root, 'node_modules/jest/bin/jest.js'),
      '--runInBand',
      '--json',
      `--outputFile=${reportFile}`,
      'services/social-publisher/src/publish/faults/',
      ...(names.length === 0 ? [] : ['--testNamePattern', names.join('|')]),
    ],
    { cwd: root, env: { ...process.env, FAULT_SCALE: scale }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const others: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (/^F\d\d {2}/.test(line)) {
        console.log(line);
      } else {
        others.push(line);
      }
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  if (!existsSync(reportFile)) {
    throw new Error(`Jest wrote no report:\n${others.slice(-20).join('\n')}`);
  }
  const { lines, problems } = outcomeOf(names, JSON.parse(readFileSync(reportFile, 'utf8')) as FaultReport);
  for (const line of lines) {
    console.log(line);
  }
  if (problems.length > 0) {
    console.error(problems.join('\n'));
  }
  run.save({ faults: names, lines, problems });
  process.exitCode = problems.length > 0 ? 1 : (code ?? 1);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
