import { accessSync, chmodSync, constants, copyFileSync, renameSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The program of this name on PATH or in the folders that a shell of a normal user often lacks. */
export const onPath = (name: string): string | undefined =>
  [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/bin',
    '/usr/local/go/bin',
    '/opt/homebrew/bin',
  ]
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find((path) => isExecutable(path));

/** Copies a program to where it is cached, in one step: whoever looks there meanwhile finds all of it or nothing. */
export const keepProgram = (found: string, cached: string): string => {
  const partial = `${cached}.${process.pid}`;
  copyFileSync(found, partial);
  chmodSync(partial, 0o755);
  renameSync(partial, cached);
  return cached;
};
