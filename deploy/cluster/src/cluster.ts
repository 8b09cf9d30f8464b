import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '../../local/src/paths.ts';
import { services } from '../../local/src/stack/services.ts';
import { RELEASE } from './addresses.ts';
import { FIRST, PARTS } from './images.ts';
import type { KubeObject } from './kube-object.ts';

const run = promisify(execFile);
const LIMIT_MS = 1_200_000;
const CHART = join(repositoryRoot, 'helm/postloom');
const OF_RELEASE = ['-l', `app.kubernetes.io/instance=${RELEASE}`];

/** What an upgrade changes. */
export interface Wanted {
  readonly tag?: string;
  /** Pods of every part. */
  readonly replicas?: number;
  /** Another one replaces every pod. */
  readonly round?: number;
}

export interface Pod {
  readonly name: string;
  readonly uid: string;
  readonly part: string;
  readonly image: string;
  readonly isReady: boolean;
  readonly restarts: number;
}

interface PodList {
  readonly items: readonly {
    readonly metadata: {
      readonly name: string;
      readonly uid: string;
      readonly labels: Readonly<Record<string, string>>;
      readonly deletionTimestamp?: string;
    };
    readonly spec: { readonly containers: readonly { readonly image: string }[] };
    readonly status: {
      readonly phase: string;
      readonly conditions?: readonly { readonly type: string; readonly status: string }[];
      readonly containerStatuses?: readonly { readonly restartCount: number }[];
    };
  }[];
}

/** Every pod asks for little: what is tried here is the product, and the node has two or three cores. */
const LITTLE = { requests: { cpu: '10m', memory: '64Mi' } };

/** What the chart is told beyond ci/try-out.yaml. */
export function valuesOf({ tag = FIRST, replicas = 2, round = 0 }: Wanted): Readonly<Record<string, unknown>> {
  return {
    image: { tag },
    // Everybody comes from one address here.
    env: { RATE_LIMITS: 'off' },
    telemetry: { sampleRatio: String(0.05 + round / 1_000) },
    services: Object.fromEntries(services.map(({ name }) => [name, { replicas, resources: LITTLE }])),
    web: { replicas, resources: LITTLE, env: { ROUND: String(round) } },
  };
}

/** The cluster as an operator sees it, from a program on the node. */
export class Cluster {
  readonly folder: string;
  readonly url = `http://${RELEASE}-web:8080`;
  readonly sandboxUrl = `http://${RELEASE}-sandbox:3900`;
  readonly say: (line: string) => void;
  private readonly programs: { readonly kubectl: string; readonly helm: string };

  constructor(
    folder: string,
    programs: { readonly kubectl: string; readonly helm: string },
    say: (line: string) => void,
  ) {
    this.folder = folder;
    this.programs = programs;
    this.say = say;
  }

  /** In the product's namespace. */
  kubectl(...words: string[]): Promise<string> {
    return this.call(this.programs.kubectl, ['-n', RELEASE, ...words]);
  }

  helm(...words: string[]): Promise<string> {
    return this.call(this.programs.helm, ['-n', RELEASE, ...words]);
  }

  /** In no namespace, or all of them. */
  everywhere(...words: string[]): Promise<string> {
    return this.call(this.programs.kubectl, words);
  }

  async apply(objects: readonly KubeObject[]): Promise<void> {
    const file = join(this.folder, 'objects.json');
    writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }), { mode: 0o600 });
    await this.everywhere('apply', '-f', file);
  }

  /** Installs or upgrades, and waits until every pod is ready. @throws Error with what Helm says */
  async release(command: 'install' | 'upgrade', wanted: Wanted): Promise<void> {
    const file = join(this.folder, 'values.json');
    writeFileSync(file, JSON.stringify(valuesOf(wanted)));
    const values = ['-f', join(CHART, 'ci/try-out.yaml'), '-f', file];
    await this.helm(command, RELEASE, CHART, ...values, '--wait', '--timeout', '15m');
  }

  /** The main job against the release, in a pod of its own. */
  async test(): Promise<void> {
    await this.helm('test', RELEASE, '--logs', '--timeout', '5m');
  }

  /** The pods of services and web, without those that are on their way out. */
  async pods(): Promise<Pod[]> {
    const { items } = JSON.parse(await this.kubectl('get', 'pods', ...OF_RELEASE, '-o', 'json')) as PodList;
    return items
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .map(({ metadata, spec, status }) => ({
        name: metadata.name,
        uid: metadata.uid,
        part: metadata.labels['app.kubernetes.io/component'] ?? '',
        image: spec.containers[0]?.image ?? '',
        isReady: status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true,
        restarts: status.containerStatuses?.[0]?.restartCount ?? 0,
      }))
      .filter(({ part }) => PARTS.some((known) => known === part));
  }

  /** Repeats a word for every Deployment of services and web. */
  async eachDeployment(words: (deployment: string) => string[]): Promise<void> {
    for (const part of PARTS) {
      await this.kubectl(...words(`deployment/${RELEASE}-${part}`));
    }
  }

  private async call(program: string, words: readonly string[]): Promise<string> {
    const env = { ...process.env, KUBECONFIG: join(this.folder, 'kubeconfig/admin') };
    const { stdout } = await run(program, [...words], {
      ...{ env, timeout: LIMIT_MS, maxBuffer: 64 * 1024 * 1024 },
    });
    return stdout;
  }
}
