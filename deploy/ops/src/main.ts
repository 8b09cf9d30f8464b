import { defineRun, Misuse, orEnd } from '../../harness/src/define-run.ts';
import { databaseUrl, dataDirOf } from './database-url.ts';
import { orders, readOrder } from './orders.ts';
import { carryOut } from './switches.repository.ts';

const run = defineRun(orders);
const order = orEnd(run, () => readOrder(run.positional, run.settings));
const url = orEnd(run, () => {
  const found = databaseUrl(process.env);
  if (found === undefined) {
    throw new Misuse(`Set DATABASE_URL: no stack with a database of its own runs on ${dataDirOf(process.env)}.`);
  }
  return found;
});
try {
  for (const line of await carryOut(url, order)) {
    console.log(line);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
