// What `npm start` and `npm test` do first, on whatever Node is there (20.19 or newer), with nothing installed:
// install the packages when they are missing or stale, then run the real program on the project's own Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const modules = join(root, 'node_modules');
const lockFile = join(root, 'package-lock.json');
const stamp = join(modules, '.postloom-lock');
const node = join(modules, '.bin', 'node');

const fail = (message) => {
  console.error(`\n${message}`);
  process.exit(1);
};

const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex');

/** True when node_modules belongs to this package-lock.json: by our stamp, or by npm's own record being newer. */
const isInstalled = () => {
  if (!existsSync(node)) return false;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === lockHash()) return true;
  const record = join(modules, '.package-lock.json');
  return existsSync(record) && statSync(record).mtimeMs >= statSync(lockFile).mtimeMs;
};

const install = () => {
  console.log(
    existsSync(modules) ? 'The packages are out of date, installing them again ...' : 'Installing the packages ...',
  );
  const npm = process.env.npm_execpath;
  const args = ['ci', '--loglevel=error', '--no-audit', '--no-fund'];
  const [command, all] = npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args];
  const result = spawnSync(command, all, { cwd: root, stdio: 'inherit' });
  if (result.error) fail(`npm could not be started (${result.error.message}). Install npm 10 or newer.`);
  if (result.status !== 0) {
    fail(
      'The packages could not be installed (npm says why above). Check the network and the registry, then run this again.',
    );
  }
  if (!existsSync(node)) {
    fail(
      'npm installed everything but the Node runtime, because install scripts are switched off. Run: npm ci --ignore-scripts=false',
    );
  }
};

/** Installs when needed, then runs `program` (a path in the repository) with this process' arguments. */
export const run = (program) => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Postloom needs Node.js 20.19 or newer to start; this is ${process.version}.`);
  }
  if (!existsSync(lockFile)) fail('package-lock.json is missing: this is not a complete checkout.');
  const isFresh = !isInstalled();
  if (isFresh) install();
  writeFileSync(stamp, `${lockHash()}\n`);

  const path = `${join(modules, '.bin')}:${process.env.PATH ?? ''}`;
  const env = { ...process.env, PATH: path, NODE_COMPILE_CACHE: join(root, '.cache', 'compile') };
  const args = [
    '--disable-warning=ExperimentalWarning',
    // These programs supervise others: a small heap is enough.
    '--max-semi-space-size=1',
    '--v8-pool-size=1',
    join(root, program),
    ...process.argv.slice(2),
  ];
  // Loads it once for the compile cache: it needs 21 MB less from then on. The port ends `npm start` at once, `--help` the others.
  if (isFresh)
    spawnSync(node, [...args, '--help'], {
      cwd: root,
      stdio: 'ignore',
      env: { ...env, POSTLOOM_PORT: 'none' },
      timeout: 10_000,
    });
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) =>
    fail(`The project's own Node (${node}) did not start: ${error.message}. Run: rm -rf node_modules && npm ci`),
  );
  child.on('exit', (code, signal) =>
    process.exit(signal === null ? (code ?? 1) : 128 + (constants.signals[signal] ?? 0)),
  );
};
