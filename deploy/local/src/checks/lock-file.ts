interface LockPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * Optional packages that the lock names but does not hold. npm silently omits them when the registry lacks them at that moment, and then
 * `npm ci` fails on the machines that need them.
 */
export const lockFileHoles = (lock: { readonly packages: Readonly<Record<string, LockPackage>> }): string[] => {
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
