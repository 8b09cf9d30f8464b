import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedPermissions, natsUsers } from '../../../local/src/nats/config.ts';
import { forbiddenToHear, forbiddenToPublish } from '../../../nats/src/forbidden.ts';
import type { Step } from '../step.ts';

interface Subjects {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** From a pod of each service, as its user: everything that is another's is refused, nothing is that it needs to hear. */
export const brokerRights: Step = async (cluster) => {
  const program = readFileSync(join(import.meta.dirname, '../../pod/rights.mjs'), 'utf8');
  const pods = await cluster.pods();
  const permissions = generatedPermissions();
  let refusals = 0;
  for (const user of natsUsers) {
    const pod = pods.find(({ part }) => part === user);
    assert(pod, `${user} has no pod`);
    const refusedOf = async (subjects: Subjects): Promise<Subjects> => {
      const node = ['/usr/local/bin/node', '--input-type=module', '-e', program, JSON.stringify(subjects)];
      return JSON.parse(await cluster.kubectl('exec', pod.name, '--', ...node)) as Subjects;
    };
    const forbidden = { publish: distinct(forbiddenToPublish(user)), subscribe: distinct(forbiddenToHear(user)) };
    const refused = await refusedOf(forbidden);
    const found = { publish: distinct(refused.publish), subscribe: distinct(refused.subscribe) };
    assert.deepEqual(found, forbidden, `${user} may do more at the broker than it should`);
    const needed = await refusedOf({ publish: [], subscribe: permissions[user].subscribe });
    assert.deepEqual(needed.subscribe, [], `${user} is refused what it needs`);
    refusals += found.publish.length + found.subscribe.length;
  }
  cluster.say(`rights at the broker, from a pod of each service: ${refusals} tries beyond them, ${refusals} refused`);
  return { refused: refusals };
};

function distinct(subjects: readonly string[]): string[] {
  return [...new Set(subjects)].toSorted();
}
