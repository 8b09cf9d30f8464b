import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineRun, Misuse, orEnd } from '../../harness/src/define-run.ts';
import { orders, readOrder } from './orders.ts';
import { carryOut } from './switches.repository.ts';

const run = defineRun(orders);
const order = orEnd(run, () => readOrder(run.positional, run.settings));
const url = orEnd(run, databaseUrl);
try {
  for (const line of await carryOut(url, order)) {
    console.log(line);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
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
    throw new Misuse(`Set DATABASE_URL: no stack with a database of its own runs on ${dataDir}.`);
  }
  return run.databaseUrl;
}
