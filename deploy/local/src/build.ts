import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './paths.ts';
import { startChild } from './process/child.ts';
import { StartError } from './settings.ts';
import { programOf, services } from './stack/services.ts';
import { warmCompileCache } from './warm-cache.ts';

const buildLimitMs = 300_000;
const stampFile = join(repositoryRoot, '.cache', 'build-stamp');
const sourceRoots = ['libs', 'services', 'web', 'deploy/bundle'];
const singleFiles = ['package-lock.json', 'package.json', 'nx.json', 'tsconfig.base.json', 'tsconfig.json'];
const never = new Set(['node_modules', 'dist', '.nx', 'coverage', 'test-results']);
const notBuilt = new Set([...never, 'e2e', 'server']);

/** Name, size and time of everything that a build reads. A third of a second cheaper than asking the task runner. */
const fingerprint = (roots: readonly string[], skipped: ReadonlySet<string>): string => {
  const hash = createHash('sha256');
  const visit = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (skipped.has(entry.name)) {
        continue;
      }
      const full = join(path, entry.name);
      if (entry.isDirectory()) {
        visit(full);
      } else if (!/\.(int-)?spec\.tsx?$/.test(entry.name)) {
        const { size, mtimeMs } = statSync(full);
        hash.update(`${full.slice(repositoryRoot.length)}:${size}:${mtimeMs}\n`);
      }
    }
  };
  for (const root of roots) {
    visit(join(repositoryRoot, root));
  }
  for (const name of singleFiles) {
    const { size, mtimeMs } = statSync(join(repositoryRoot, name));
    hash.update(`${name}:${size}:${mtimeMs}\n`);
  }
  return hash.digest('hex');
};

const outputs = (): string[] => [...services.map(programOf), join(repositoryRoot, 'web', 'dist', 'index.html')];

const warmWhenNeeded = async (): Promise<void> => {
  const stamp = join(repositoryRoot, '.cache', 'warm-stamp');
  const wanted = `${process.version} ${fingerprint(['deploy/local', 'deploy/sandbox', 'web/server'], never)}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) {
    return;
  }
  await warmCompileCache();
  mkdirSync(join(repositoryRoot, '.cache'), { recursive: true });
  writeFileSync(stamp, wanted);
};

/**
 * Builds what is not built yet. A second start with unchanged sources doesn't even ask the task runner.
 * Throws StartError with the compiler's words.
 */
export const buildWhenNeeded = async (say: (line: string) => void): Promise<void> => {
  await warmWhenNeeded();
  const wanted = fingerprint(sourceRoots, notBuilt);
  const isBuilt = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted;
  if (isBuilt && outputs().every((path) => existsSync(path))) {
    return;
  }
  say('Building the services and the web client ...');
  const lines: string[] = [];
  const build = await startChild({
    command: join(repositoryRoot, 'node_modules', '.bin', 'nx'),
    args: ['run-many', '-t', 'build', '--outputStyle=static'],
    cwd: repositoryRoot,
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0' },
    onLine: (line) => lines.push(line),
  });
  const end = (): void => void build.stop('SIGTERM', 2000);
  process.once('exit', end);
  const limit = setTimeout(() => {
    lines.push(`The build hangs: ended after ${buildLimitMs / 60_000} minutes`);
    void build.stop('SIGTERM', 2000);
  }, buildLimitMs);
  const exit = await build.exited;
  clearTimeout(limit);
  process.off('exit', end);
  if (exit.code !== 0) {
    throw new StartError(`The build failed:\n${lines.slice(-200).join('\n')}`);
  }
  const missing = outputs().filter((path) => !existsSync(path));
  if (missing.length > 0) {
    throw new StartError(`The build ended without ${missing.join(', ')}`);
  }
  mkdirSync(join(repositoryRoot, '.cache'), { recursive: true });
  writeFileSync(stampFile, wanted);
};
