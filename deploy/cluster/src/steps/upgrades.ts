import assert from 'node:assert/strict';
import { RELEASE } from '../addresses.ts';
import type { Cluster, Pod } from '../cluster.ts';
import { BROKEN, BROKEN_SERVICE, FIRST, NEXT } from '../images.ts';
import { secondsSince, type Step } from '../step.ts';

function assertAll(pods: readonly Pod[], tag: string): void {
  const others = pods.filter(({ image, isReady }) => !isReady || !image.endsWith(`:${tag}`));
  assert.deepEqual(others, [], `not every pod is ready and of ${tag}`);
}

const identities = (pods: readonly Pod[]): string[] => pods.map(({ uid }) => uid).toSorted();

async function tagNow(cluster: Cluster): Promise<string> {
  return (await cluster.pods())[0]?.image.split(':')[1] ?? FIRST;
}

/** To the next release, and the main job on it. */
export const upgrade: Step = async (cluster) => {
  const from = performance.now();
  await cluster.release('upgrade', { tag: NEXT });
  const seconds = secondsSince(from);
  assertAll(await cluster.pods(), NEXT);
  await cluster.test();
  cluster.say(`upgraded every part in ${seconds} s, and the main job is done on it`);
  return { seconds };
};

/** An upgrade whose migration fails ends before any pod is touched. */
export const failedUpgrade: Step = async (cluster) => {
  const tag = await tagNow(cluster);
  const before = await cluster.pods();
  const from = performance.now();
  await assert.rejects(cluster.release('upgrade', { tag: BROKEN }), /pre-upgrade hooks failed/);
  const seconds = secondsSince(from);
  const said = await cluster.kubectl('logs', `job/${RELEASE}-${BROKEN_SERVICE}-migrate`);
  assert.match(said, /already exists/, 'the migration failed for another reason');
  const after = await cluster.pods();
  assertAll(after, tag);
  assert.deepEqual(identities(after), identities(before), 'pods were replaced');
  await cluster.test();
  cluster.say(
    `an upgrade whose migration fails ended after ${seconds} s: the same ${after.length} pods run and do the main job`,
  );
  return { seconds, pods: after.length };
};

/** Back to the release that was installed. */
export const rollback: Step = async (cluster) => {
  const from = performance.now();
  await cluster.helm('rollback', RELEASE, '1', '--wait', '--timeout', '15m');
  const seconds = secondsSince(from);
  assertAll(await cluster.pods(), FIRST);
  await cluster.test();
  cluster.say(`rolled back in ${seconds} s, and the main job is done on it`);
  return { seconds };
};
