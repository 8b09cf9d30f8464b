/**
 * `npm run faults -- F05 F18`: the faults of the publisher in the numbers of the fault matrix (without names: all of them). Prints
 * one line per figure and ends with 1 when one is not as promised. `FAULT_SCALE=short`: the few that `npm test` runs.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '../../..');
const names = process.argv.slice(2);
const wrong = names.filter((name) => !/^F\d\d$/.test(name));
if (wrong.length > 0) {
  console.error(`Faults have names like F05; ${wrong.join(', ')} is none.`);
  process.exit(64);
}
const jest = join(root, 'node_modules/jest/bin/jest.js');
const child = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--no-warnings',
    jest,
    '--runInBand',
    'services/social-publisher/src/publish/faults/',
    ...(names.length === 0 ? [] : ['--testNamePattern', names.join('|')]),
  ],
  { cwd: root, env: { FAULT_SCALE: 'full', ...process.env }, stdio: ['ignore', 'pipe', 'pipe'] },
);
let failed = 0;
for (const stream of [child.stdout, child.stderr])
  createInterface(stream).on('line', (line) => {
    if (/^F\d\d |^ {2}(✓|✕|●)|^ {4}(✓|✕)|^ {6}(Expected|Received)|^Tests:/.test(line)) console.log(line);
    if (line.includes('✕')) failed += 1;
  });
child.once('exit', (code) => {
  if (failed > 0) console.log(`${failed} failed`);
  process.exitCode = code ?? 1;
});
