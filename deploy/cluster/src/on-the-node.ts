/** The part of `npm run cluster` that runs on the node, where the API, Services and pods can be reached. Its order is its first word. */
import { eventually } from '../../harness/src/eventually.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import { NODE_NAME } from './addresses.ts';
import { Cluster } from './cluster.ts';
import { dnsObjects, proxyRights } from './dns.ts';
import { importImages } from './images.ts';
import type { StepSettings } from './step.ts';
import { secondsSince } from './step.ts';
import { steps } from './steps.ts';
import type { StepName } from './steps.ts';

export interface Order {
  readonly folder: string;
  /** Images to take in; absent when the node has them. */
  readonly archive?: string;
  readonly kubectl: string;
  readonly helm: string;
  readonly steps: readonly StepName[];
  readonly settings: StepSettings;
}

/** What it tells the program that began it, after each step. */
export interface Outcome {
  readonly name: string;
  readonly figures: Readonly<Record<string, unknown>>;
}

const UP_LIMIT_MS = 180_000;
const order = JSON.parse(process.argv[2] ?? '') as Order;
const say = timedLines();
const cluster = new Cluster(order.folder, order, say);

await attempt('node', nodeIsReady);
for (const name of order.steps) {
  await attempt(name, () => steps[name](cluster, order.settings));
}

/** A step that fails ends the run with 1; those after it are tried. Without a node or an installation there is nothing to try. */
async function attempt(name: StepName | 'node', work: () => Promise<Readonly<Record<string, unknown>>>): Promise<void> {
  const from = performance.now();
  const tell = (figures: Outcome['figures']): void => void process.send?.({ name, figures } satisfies Outcome);
  try {
    tell({ ...(await work()), tookSeconds: secondsSince(from) });
  } catch (error) {
    process.exitCode = 1;
    const failure = error instanceof Error ? error.message : String(error);
    say(`FAILED  ${name}: ${failure}`);
    tell({ failure, tookSeconds: secondsSince(from) });
    console.log(await cluster.everywhere('get', 'pods', '-A', '-o', 'wide').catch(String));
    if (name === 'node' || name === 'install') {
      process.exit();
    }
  }
}

async function nodeIsReady(): Promise<Readonly<Record<string, unknown>>> {
  const from = performance.now();
  const answers = (words: readonly string[]): Promise<boolean> =>
    cluster.everywhere(...words).then(
      () => true,
      () => false, // not there yet
    );
  await eventually('the API is ready', () => answers(['get', '--raw', '/readyz']), UP_LIMIT_MS, 500);
  await cluster.apply([proxyRights]);
  const ready = ['wait', '--for=condition=Ready', `node/${NODE_NAME}`, '--timeout=5s'];
  await eventually('the node is ready', () => answers(ready), UP_LIMIT_MS, 500);
  const readySeconds = secondsSince(from);
  say(`the node is ready after ${readySeconds} s`);
  if (order.archive !== undefined) {
    await importImages(order.folder, order.archive);
  }
  await cluster.apply(dnsObjects);
  await cluster.everywhere('-n', 'kube-system', 'rollout', 'status', 'deployment/coredns', '--timeout=120s');
  return { readySeconds };
}
