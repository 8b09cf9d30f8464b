/** A separate run that starts servers, reports them, and waits to be killed. Runs natively on Node. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startNats } from '@postloom/local/nats';
import { freePort } from '@postloom/local/ports';
import { ensureKeeper } from './keeper-process.ts';
import { openRun, recordChild } from './run-directory.ts';

const directory = openRun();
ensureKeeper('postgres');
ensureKeeper('children');
const nats = await startNats({ dataDir: join(directory, 'nats-x'), port: await freePort(), systemPassword: 'test' });
recordChild(nats.pid);
while (!existsSync(join(directory, 'postgres.json'))) {
  await wait(20);
}
const postgres = JSON.parse(readFileSync(join(directory, 'postgres.json'), 'utf8')) as { pid: number };
const keeper = Number(readFileSync(join(directory, 'keeper-children', 'pid'), 'utf8'));
if (readdirSync(join(directory, 'children')).length === 0) {
  throw new Error('the child was not recorded');
}
process.stdout.write(JSON.stringify({ directory, pids: [nats.pid, postgres.pid, keeper] }));
await wait(600_000);
