import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../paths.ts';
import { unpackDebian } from '../programs/debian.ts';
import { onPath } from '../programs/find.ts';
import { StartError } from '../settings.ts';

/** A usable PgBouncer. */
export interface PgBouncerBinary {
  readonly path: string;
  /** `1.18.0` */
  readonly version: string;
  /** What its process needs besides its own variables. */
  readonly env: Readonly<Record<string, string>>;
}

/** The libraries of the Debian package that a small system lacks; they lie beside the program in the cache. */
const libraries = /^(libevent|libc-ares)/;

/** Its own environment: where an unpacked package has its libraries. */
const environmentOf = (path: string): Record<string, string> => {
  const lib = join(path, '../../lib');
  const folders = existsSync(lib) ? readdirSync(lib).filter((name) => name.endsWith('-linux-gnu')) : [];
  const isUnpacked = path.startsWith(repositoryRoot) && folders.length > 0;
  return isUnpacked ? { LD_LIBRARY_PATH: folders.map((name) => join(lib, name)).join(':') } : {};
};

const usable = (path: string): PgBouncerBinary | undefined => {
  const env = environmentOf(path);
  const result = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000, env: { ...process.env, ...env } });
  const version = /PgBouncer (?:version )?(\d+\.\d+\.\d+)/.exec(`${result.stdout ?? ''}${result.stderr ?? ''}`)?.[1];
  return version === undefined ? undefined : { path, version, env };
};

/**
 * Finds PgBouncer, the first that works: PGBOUNCER_BIN, PATH, the cache, Debian's package unpacked into the cache (no root
 * needed). Rejects with a list of everything that was tried.
 */
export const findPgBouncer = async (
  say: (line: string) => void = () => undefined,
  cacheDir: string = join(repositoryRoot, '.cache', 'pgbouncer'),
): Promise<PgBouncerBinary> => {
  const tried: string[] = [];
  const cached = join(cacheDir, 'unpacked', 'usr/sbin/pgbouncer');
  const present = (source: string, path: string | undefined): PgBouncerBinary | undefined => {
    if (path === undefined || path === '') {
      tried.push(`${source}: not set or not found`);
      return undefined;
    }
    const found = usable(path);
    if (found === undefined) {
      tried.push(`${source}: ${path} is not a PgBouncer that runs here`);
    }
    return found;
  };
  const ready =
    present('PGBOUNCER_BIN', process.env['PGBOUNCER_BIN']) ??
    present('PATH', onPath('pgbouncer')) ??
    present('cache', existsSync(cached) ? cached : undefined);
  if (ready !== undefined) {
    return ready;
  }
  say('PgBouncer is not on this machine, getting it: Debian package');
  mkdirSync(cacheDir, { recursive: true });
  const work = mkdtempSync(join(cacheDir, 'work-'));
  try {
    const root = await unpackDebian(work, 'pgbouncer', libraries);
    rmSync(join(cacheDir, 'unpacked'), { recursive: true, force: true });
    renameSync(root, join(cacheDir, 'unpacked'));
    const found = present('Debian package', cached);
    if (found !== undefined) {
      return found;
    }
  } catch (error) {
    tried.push(`Debian package: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  throw new StartError(
    `No PgBouncer found. Install it (Debian and Ubuntu: apt-get install pgbouncer; macOS: brew install pgbouncer), or set PGBOUNCER_BIN to the program. Tried:\n${tried.map((line) => `  - ${line}`).join('\n')}`,
  );
};
