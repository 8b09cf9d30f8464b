/**
 * `npm run faults -- F05 F18`: the faults of the publisher in the numbers of the fault matrix (without names: all of them). Prints
 * one line per figure and test, and ends with 1 when one is not as promised or did not run. `FAULT_SCALE=short`: the few that
 * `npm test` runs.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { outcomeOf } from './fault-run.ts';
import type { FaultReport } from './fault-run.ts';

const root = join(import.meta.dirname, '../../..');
const names = process.argv.slice(2);
const wrong = names.filter((name) => !/^F\d\d$/.test(name));
if (wrong.length > 0) {
  refuse(`Faults have names like F05; ${wrong.join(', ')} is none.`);
}
const scale = process.env['FAULT_SCALE'] ?? 'full';
if (scale !== 'full' && scale !== 'short') {
  refuse(`FAULT_SCALE is full or short, not '${scale}'.`);
}

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
    throw new Error(`jest told nothing:\n${others.slice(-20).join('\n')}`);
  }
  const { lines, problems } = outcomeOf(names, JSON.parse(readFileSync(reportFile, 'utf8')) as FaultReport);
  for (const line of lines) {
    console.log(line);
  }
  if (problems.length > 0) {
    console.error(problems.join('\n'));
  }
  process.exitCode = problems.length > 0 ? 1 : (code ?? 1);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(64);
}
