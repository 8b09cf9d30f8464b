/** `npm run ops`: stops and resumes publishing, and makes a restored database verify before it sends. See deploy/docs/runbooks. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OrderError, readOrder, usage } from './orders.ts';
import { carryOut } from './switches.repository.ts';

try {
  const order = readOrder(process.argv.slice(2));
  for (const line of await carryOut(databaseUrl(), order)) {
    console.log(line);
  }
} catch (error) {
  console.error((error as Error).message);
  if (error instanceof OrderError) {
    console.error(`\n${usage}`);
  }
  process.exitCode = error instanceof OrderError ? 64 : 1;
}

function databaseUrl(): string {
  const said = process.env['DATABASE_URL'];
  if (said !== undefined && said !== '') {
    return said;
  }
  const dataDir = process.env['POSTLOOM_DATA_DIR'] ?? join(import.meta.dirname, '../../../.data');
  const runFile = join(dataDir, 'run.json');
  const run = existsSync(runFile) ? (JSON.parse(readFileSync(runFile, 'utf8')) as { databaseUrl?: string }) : {};
  if (run.databaseUrl === undefined) {
    throw new OrderError(`Set DATABASE_URL: no stack with a database of its own runs on ${dataDir}.`);
  }
  return run.databaseUrl;
}
