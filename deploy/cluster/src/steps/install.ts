import assert from 'node:assert/strict';
import { chownSync, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../../../harness/src/eventually.ts';
import { provision } from '../../../local/src/postgres/server.ts';
import { loadSecrets } from '../../../local/src/stack/state.ts';
import { RELEASE } from '../addresses.ts';
import { FIRST, imageOf } from '../images.ts';
import { namespaceObject, secretObjects, serverObjects, servers } from '../servers.ts';
import { secondsSince, type Step } from '../step.ts';

const AIM_SECONDS = 180;

function isReached(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host, port }, () => resolve(true)).once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

/** Servers, then the chart; the namespace takes restricted pods alone. */
export const install: Step = async (cluster) => {
  const state = join(cluster.folder, 'state');
  const volume = (name: string): string => join(cluster.folder, 'volumes', name);
  mkdirSync(state, { recursive: true });
  for (const { name, user } of servers) {
    mkdirSync(volume(name), { recursive: true, mode: 0o700 });
    chownSync(volume(name), user, user);
  }
  const secrets = loadSecrets(state);
  await cluster.apply([namespaceObject, ...secretObjects(secrets), ...serverObjects(volume)]);
  for (const { name } of servers) {
    await cluster.kubectl('rollout', 'status', `statefulset/${name}`, '--timeout=180s');
  }
  // The pod is ready some time before the node leads its Service's address to it.
  await eventually('Postgres is reached by its Service', () => isReached('postgres', 5432));
  await provision(`postgres://postgres:${encodeURIComponent(secrets.postgres)}@postgres:5432/postgres`, secrets.roles);

  await assert.rejects(
    cluster.kubectl('run', 'bare', `--image=${imageOf('gateway', FIRST)}`),
    /violates PodSecurity "restricted/,
    'the namespace took a pod without a security context',
  );
  const from = performance.now();
  await cluster.release('install', {});
  const seconds = secondsSince(from);
  const pods = await cluster.pods();
  assert(
    pods.every(({ isReady }) => isReady),
    'not every pod is ready',
  );
  assert(seconds <= AIM_SECONDS, `all pods were ready after ${seconds} s, later than ${AIM_SECONDS} s`);
  const restarts = pods.reduce((sum, pod) => sum + pod.restarts, 0);
  cluster.say(
    `installed ${RELEASE}: ${pods.length} pods ready after ${seconds} s, migrations included; ${restarts} restarts`,
  );
  return { seconds, pods: pods.length, restarts };
};
