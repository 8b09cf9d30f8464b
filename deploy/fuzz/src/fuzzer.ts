import { spawnSync } from 'node:child_process';
import type { StdioOptions } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const VERSION = '4.32.5';

/** Installs the pinned fuzzer into a Python environment of its own, once. @returns path of its program. @throws Error */
export function installFuzzer(cache: string): string {
  const folder = join(cache, `schemathesis-${VERSION}`);
  const program = join(folder, 'bin', 'schemathesis');
  if (existsSync(program)) {
    return program;
  }
  rmSync(folder, { recursive: true, force: true });
  const python = spawnSync('python3', ['--version'], { stdio: 'ignore' });
  if (python.status !== 0) {
    throw new Error('npm run fuzz needs python3 (3.10 or later, with venv) on the PATH.');
  }
  run('python3', ['-m', 'venv', folder]);
  try {
    run(join(folder, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`]);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return program;
}

function run(command: string, args: readonly string[]): void {
  const stdio: StdioOptions = ['ignore', 'inherit', 'inherit'];
  const { status, error } = spawnSync(command, args, { stdio });
  if (status !== 0) {
    throw new Error(
      `${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ` with code ${String(status)}`}`,
    );
  }
}
