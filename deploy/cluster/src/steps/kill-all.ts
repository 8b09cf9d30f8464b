import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../../../harness/src/eventually.ts';
import { Load } from '../load.ts';
import { secondsSince, type Step } from '../step.ts';

const BEFORE_MS = 20_000;
const AFTER_MS = 20_000;
const READY_LIMIT_MS = 600_000;

/** kill -9 of every container of the node at once: Postgres, the broker, the storage and the sandbox too. */
export const killAll: Step = async (cluster, { postsPerSecond }) => {
  const load = await Load.begin(cluster, 'kill');
  let [killed, seconds] = [0, 0];
  const posts = await load.posts(postsPerSecond, async () => {
    await wait(BEFORE_MS);
    killed = killContainers(join(cluster.folder, 'containerd.sock'));
    const from = performance.now();
    // What the API knows of them is of before, for a moment.
    await eventually('the kill is seen', async () => !(await allReady()), 60_000, 500);
    await eventually('every pod is ready again', allReady, READY_LIMIT_MS, 1_000);
    seconds = secondsSince(from);
    await wait(AFTER_MS);
  });
  cluster.say(
    `kill -9 of ${killed} containers: ready again after ${seconds} s; of ${posts.wanted} posts ${posts.lost} lost, ` +
      `${posts.doubled} doubled, ${posts.repeats} calls repeated`,
  );
  const figures = { killed, seconds, posts: { ...posts, lags: undefined } };
  assert.deepEqual([posts.lost, posts.doubled], [0, 0], JSON.stringify(figures));
  return figures;

  async function allReady(): Promise<boolean> {
    return (await cluster.pods()).every(({ isReady }) => isReady);
  }
};

/** The first process of each; with it the others of its container end. */
function killContainers(socket: string): number {
  const lines = execFileSync('ctr', ['-a', socket, '-n', 'k8s.io', 'tasks', 'ls'], { encoding: 'utf8' });
  const pids = lines.split('\n').flatMap((line) => {
    const [, pid, status] = line.trim().split(/\s+/);
    return status === 'RUNNING' ? [Number(pid)] : [];
  });
  for (const pid of pids) {
    process.kill(pid, 'SIGKILL');
  }
  return pids.length;
}
