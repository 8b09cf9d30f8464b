import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '../cluster.ts';
import { Load } from '../load.ts';
import type { Fate } from '../load.ts';
import type { Measured } from '../../../load/src/api-calls.ts';
import type { Step, StepSettings } from '../step.ts';

const CONTROL_ROUNDS = 2;
const WITHOUT_PRE_STOP = JSON.stringify([{ op: 'remove', path: '/spec/template/spec/containers/0/lifecycle' }]);

interface Outcome {
  readonly calls: Measured;
  readonly posts: Fate;
  readonly failed: number;
}

async function underLoad(
  cluster: Cluster,
  name: string,
  { requestsPerSecond, postsPerSecond }: StepSettings,
  work: () => Promise<unknown>,
): Promise<Outcome> {
  const load = await Load.begin(cluster, name);
  const { promise, resolve } = Promise.withResolvers<Measured>();
  const posts = await load.posts(postsPerSecond, async () => resolve(await load.calls(requestsPerSecond, work)));
  const calls = await promise;
  return { calls, posts, failed: Object.values(calls.failed).reduce((sum, count) => sum + count, 0) };
}

/** Every pod of every service and of web is replaced, again and again, while people use the product. */
export const rollingUpgrade: Step = async (cluster, settings) => {
  let rounds = 0;
  const { calls, posts, failed } = await underLoad(cluster, 'rolling', settings, async () => {
    const until = performance.now() + (settings.requests / settings.requestsPerSecond) * 1_000;
    while (performance.now() < until) {
      rounds += 1;
      await cluster.release('upgrade', { round: rounds });
    }
  });
  cluster.say(
    `${rounds} rolling upgrades: ${failed} of ${calls.calls} requests failed (p95 ${calls.p95} ms); ` +
      `of ${posts.wanted} posts ${posts.lost} lost, ${posts.doubled} doubled`,
  );
  const figures = { rounds, failed, calls, posts: { ...posts, lags: undefined } };
  assert.deepEqual([failed, posts.lost, posts.doubled], [0, 0, 0], JSON.stringify(figures));
  return figures;
};

/** The control: pods that do not wait until everybody has heard that they go. Connections must be cut, or the step above saw nothing. */
export const withoutPreStop: Step = async (cluster, settings) => {
  await cluster.eachDeployment((name) => ['patch', name, '--type=json', '-p', WITHOUT_PRE_STOP]);
  await cluster.eachDeployment((name) => ['rollout', 'status', name, '--timeout=10m']);
  const { calls, posts, failed } = await underLoad(cluster, 'control', settings, async () => {
    for (let round = 0; round < CONTROL_ROUNDS; round += 1) {
      await cluster.eachDeployment((name) => ['rollout', 'restart', name]);
      await cluster.eachDeployment((name) => ['rollout', 'status', name, '--timeout=10m']);
    }
    await wait(1_000);
  });
  await cluster.release('upgrade', {});
  cluster.say(
    `control without preStop: ${failed} of ${calls.calls} requests failed; ` +
      `of ${posts.wanted} posts ${posts.lost} lost, ${posts.doubled} doubled`,
  );
  assert((calls.failed['cut'] ?? 0) > 0, `no connection was cut without preStop: ${JSON.stringify(calls)}`);
  return { failed, calls, posts: { ...posts, lags: undefined } };
};
