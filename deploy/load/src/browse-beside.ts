/**
 * A person who browses while something else goes on, in a process of its own, so that what the parent does is not measured. Tells the
 * milliseconds of each call when it is told to end. Forked by `media-bench.ts`.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { Person } from '../../harness/src/client.ts';

const PAUSE_MS = 50;
const paths = ['/api/albums', '/api/posts', '/api/dashboard/stats', '/api/social-accounts'];

const [origin = '', session, businessId] = process.argv.slice(2);
const person = new Person(origin, session);
person.businessId = businessId;

let goesOn = true;
process.once('message', () => {
  goesOn = false;
});
const times: number[] = [];
for (let n = 0; goesOn; n += 1) {
  const startedMs = performance.now();
  await person.expect(200, 'GET', paths[n % paths.length] ?? '/api/albums');
  times.push(performance.now() - startedMs);
  await wait(PAUSE_MS);
}
process.send?.(times);
process.disconnect();
