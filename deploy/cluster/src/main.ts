import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { choice, choices, defineRun, number } from '../../harness/src/define-run.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import { saveImages } from './images.ts';
import { ClusterNode } from './node.ts';
import type { Order, Outcome } from './on-the-node.ts';
import { findPrograms } from './programs.ts';
import { stepNames } from './steps.ts';

const run = defineRun({
  name: 'cluster',
  summary:
    'The chart on a real Kubernetes of one node: installed under Pod Security "restricted", tested, upgraded, upgraded with a migration that fails, rolled back, upgraded under load, killed, scaled and uninstalled. The node lives in namespaces of its own and is gone afterwards. Needs root on Linux and a Docker daemon; about 40 minutes, and once half an hour of building Kubernetes.',
  prefix: 'CLUSTER_',
  settings: {
    steps: choices(stepNames, 'what is done, always in this order'),
    keep: choice(['no', 'yes'], 'leaves the cluster running; the next run goes on with it'),
    requests: number(20_000, 'requests of the rolling upgrade'),
    requestsPerSecond: number(50, 'how many of them are sent in a second'),
    postsPerSecond: number(2, 'posts that fall due in a second of every step with posts'),
  },
  figures: true,
  environment: {
    KUBE_BIN: "Kubernetes' five programs in one (deploy/cluster/go/kube); else it is built and kept in .cache",
    'COREDNS_BIN, KUBECTL_BIN, HELM_BIN': 'programs to use instead of those that are found or got',
    'BUILD_IMAGE, RUNTIME_IMAGE': 'base images of those that the Docker daemon does not have yet',
  },
  examples: [
    ['npm run cluster -- --keep yes --steps install', 'a cluster to look at'],
    ['npm run cluster -- --keep yes --steps rolling-upgrade', 'one step, on the cluster that was kept'],
    ['npm run cluster -- --steps uninstall', 'and its end'],
  ],
});
const { steps, keep, requests, requestsPerSecond, postsPerSecond } = run.settings;
const say = timedLines();
const node = new ClusterNode(join(run.folder, 'node'));
const figures: Record<string, unknown> = {};

mkdirSync(run.folder, { recursive: true });
const programs = await findPrograms(say);
const isKept = node.init !== undefined;
const archive = isKept ? undefined : await saveImages(programs, run.folder, say);
const forget = keep === 'yes' ? () => undefined : atTheEnd(() => node.stop());
try {
  if (!isKept) {
    // What an earlier one left that ended without its tear-down.
    await node.stop();
    await node.start(programs);
  }
  const order: Order = {
    ...{ folder: node.folder, kubectl: programs.kubectl, helm: programs.helm, steps },
    settings: { requests, requestsPerSecond, postsPerSecond },
    ...(archive !== undefined && { archive }),
  };
  process.exitCode = await onTheNode(order);
} finally {
  forget();
  if (keep === 'no') {
    await node.stop();
    say('the node is gone, with its namespaces, control groups and files');
  }
}
say(`figures: ${run.save(figures)}`);

async function onTheNode(order: Order): Promise<number> {
  const program = [
    process.execPath,
    '--no-warnings',
    join(import.meta.dirname, 'on-the-node.ts'),
    JSON.stringify(order),
  ];
  const [command, ...words] = node.enter(program);
  const child = spawn(command, words, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.on('message', (message) => {
    const { name, figures: found } = message as Outcome;
    figures[name] = found;
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
