import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** User and group `nobody`, which exists without any useradd. */
const nobody = 65_534;

/** How to start a program that refuses to run as root. */
export interface Unprivileged {
  readonly uid?: number;
  readonly gid?: number;
  /** Words put before the command line. */
  readonly prefix: readonly string[];
}

/** Tries initdb, which looks for its own files as the real start does. */
const canRun = (binary: string, folder: string, how: Unprivileged): boolean => {
  const [command, ...args] = [
    ...how.prefix,
    '/bin/sh',
    '-c',
    'cd "$1" && exec "$2" --show -D "$1"',
    'sh',
    folder,
    binary,
  ];
  if (command === undefined) {
    return false;
  }
  const result = spawnSync(command, args, {
    cwd: '/',
    stdio: 'ignore',
    ...(how.uid === undefined ? {} : { uid: how.uid, gid: how.gid ?? how.uid }),
  });
  return result.status === 0;
};

/** Lets the unprivileged server read a file that root made. Does nothing for a normal user. */
export const giveToUnprivileged = (path: string): void => {
  if (process.getuid?.() === 0) {
    chownSync(path, nobody, nobody);
  }
};

const chownTree = (path: string): void => {
  if (statSync(path).uid === nobody) {
    return;
  }
  chownSync(path, nobody, nobody);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    chownSync(join(entry.parentPath, entry.name), nobody, nobody);
  }
};

/**
 * Postgres refuses uid 0. As a normal user this changes nothing; as root the data folder is given to `nobody` and the
 * server runs as that user. Where `nobody` can't reach the folders (a clone under a 0700 home), it keeps the one
 * capability that lets it pass closed parent folders.
 */
export const unprivileged = (initdb: string, dataDir: string): Unprivileged => {
  if (process.getuid?.() !== 0) {
    return { prefix: [] };
  }
  chownTree(dataDir);
  const plain: Unprivileged = { uid: nobody, gid: nobody, prefix: [] };
  if (canRun(initdb, dataDir, plain)) {
    return plain;
  }
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));
  if (setpriv !== undefined) {
    const caps = '-all,+dac_override';
    const lifted: Unprivileged = {
      prefix: [
        setpriv,
        // Without this the kernel ignores capabilities when a program asks what it may open.
        '--securebits=+no_setuid_fixup',
        `--reuid=${nobody}`,
        `--regid=${nobody}`,
        '--clear-groups',
        `--inh-caps=${caps}`,
        `--ambient-caps=${caps}`,
      ],
    };
    if (canRun(initdb, dataDir, lifted)) {
      return lifted;
    }
  }
  throw new Error(
    `Postgres does not run as root, and the user "nobody" can't reach ${initdb} or ${dataDir}. Clone the project to a folder that others may enter (for example under /opt), or run as a normal user.`,
  );
};
