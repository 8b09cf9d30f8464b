/** What is read of one entry of package-lock.json (lockfileVersion 3). */
export interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  /** Where it comes from, when that is not said by the registry in use. */
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The parts of package-lock.json that are judged. Keys are paths: `node_modules/a/node_modules/b`. */
export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** `@scope/name` of a path in the lock file. */
export const packageName = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13);

/** Every package that comes from a registry, with its path: neither the project itself nor its workspaces. */
export const strangers = (lock: LockFile): readonly (readonly [string, LockedPackage])[] =>
  Object.entries(lock.packages).filter(([path, entry]) => path.includes('node_modules/') && entry.link !== true);

/**
 * What would let other bytes in than those that were locked: a package without its hash, one from an address instead of the registry,
 * one that would run a program of its own while it is installed and of which package.json's `allowScripts` says neither yes nor no.
 */
export const lockFileFaults = (lock: LockFile, allowScripts: Readonly<Record<string, boolean>>): string[] =>
  strangers(lock).flatMap(([path, entry]) => [
    ...(entry.integrity === undefined ? [`${path} has no integrity`] : []),
    ...(entry.resolved === undefined ? [] : [`${path} comes from ${entry.resolved}, not from the registry`]),
    ...(entry.hasInstallScript === true && allowScripts[packageName(path)] === undefined
      ? [`${path} has an install script; say yes or no to it in package.json, allowScripts`]
      : []),
  ]);

/**
 * Optional packages that the lock names but does not hold. npm silently omits them when the registry lacks them at that moment, and then
 * `npm ci` fails on the machines that need them.
 */
export const lockFileHoles = (lock: LockFile): string[] => {
  const holes: string[] = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      let folder = path;
      let isFound = false;
      for (;;) {
        if (lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined) {
          isFound = true;
        }
        if (isFound || folder === '') {
          break;
        }
        // Node looks in every node_modules on the way up.
        const up = folder.lastIndexOf('/node_modules/');
        folder = up >= 0 ? folder.slice(0, up) : '';
      }
      if (!isFound) {
        holes.push(`${name} (needed by ${path || 'the project'})`);
      }
    }
  }
  return holes;
};
