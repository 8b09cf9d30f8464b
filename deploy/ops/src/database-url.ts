import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** DATABASE_URL, else the database of the stack that runs on POSTLOOM_DATA_DIR. Undefined: there is neither. */
export function databaseUrl(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const said = environment['DATABASE_URL'];
  if (said !== undefined && said !== '') {
    return said;
  }
  const runFile = join(dataDirOf(environment), 'run.json');
  const run = existsSync(runFile) ? (JSON.parse(readFileSync(runFile, 'utf8')) as { databaseUrl?: string }) : {};
  return run.databaseUrl;
}

export const dataDirOf = (environment: Readonly<Record<string, string | undefined>>): string =>
  environment['POSTLOOM_DATA_DIR'] ?? join(import.meta.dirname, '../../../.data');
