import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { repositoryRoot } from '../../local/src/paths.ts';
import { findHelm } from './helm.ts';
import type { Ways } from './ways.ts';

export const chart = join(repositoryRoot, 'helm/postloom');
export const release = 'shop';

/** A part of an object of Kubernetes. */
export type Tree = Readonly<Record<string, unknown>>;

/** What is at a path; undefined where the path leads nowhere, so that a wrong path fails its test. */
export const at = <T = Tree>(from: unknown, ...path: readonly (string | number)[]): T =>
  path.reduce<unknown>((tree, name) => (tree as Record<string, unknown> | undefined)?.[name], from) as T;

/** An object of Kubernetes. */
export interface KubeObject {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly automountServiceAccountToken?: boolean;
  readonly spec: Tree;
  readonly data?: Readonly<Record<string, string>>;
}

/** The installations of `ci`, by name. */
export const scenarios = readdirSync(join(chart, 'ci')).map((file) => file.replace(/\.yaml$/, ''));

/** What the chart makes of a scenario. `folder`: another copy of the chart. @throws Error with what Helm says */
export async function rendered(
  scenario: string,
  { set = [], folder = chart }: { readonly set?: readonly string[]; readonly folder?: string } = {},
): Promise<readonly KubeObject[]> {
  const values = ['-f', join(chart, 'ci', `${scenario}.yaml`), ...set.flatMap((one) => ['--set', one])];
  const { status, stdout, stderr } = spawnSync(
    await findHelm(),
    ['template', release, folder, '--kube-version', '1.36.0', ...values],
    { encoding: 'utf8', maxBuffer: 32 * 1024 * 1024 },
  );
  if (status !== 0) {
    throw new Error(stderr);
  }
  return parseAllDocuments(stdout)
    .map((document) => document.toJS() as KubeObject | null)
    .filter((one) => one !== null);
}

export interface Facts {
  readonly schema?: string;
  readonly listens?: boolean;
  readonly secrets: readonly string[];
  readonly waiting?: string;
}

const read = (file: string): unknown => parse(readFileSync(join(chart, file), 'utf8'));

/** files/services.yaml. */
export const facts = read('files/services.yaml') as Readonly<Record<string, Facts>>;

/** files/ways.json. */
export const ways = read('files/ways.json') as Ways;

/** A server of the installation as the values describe it to the network policies. */
interface ServerValues {
  readonly podLabels: Readonly<Record<string, string>>;
  readonly namespace: string;
  readonly port: number;
}

/** The values that decide who may talk to whom. */
export interface Values {
  readonly nats: ServerValues;
  readonly postgres: ServerValues & { readonly pooler: string; readonly server: ServerValues };
  readonly s3: ServerValues;
  readonly egress: ServerValues & {
    readonly ports: readonly number[];
    readonly linkPorts: readonly number[];
    readonly except: readonly string[];
    readonly proxy: string;
  };
  readonly ingress: { readonly namespace: string };
  readonly telemetry: { readonly scrapeNamespace: string };
  readonly sandbox: { readonly enabled: boolean };
  readonly load: { readonly enabled: boolean; readonly image: string; readonly operatorNamespace: string };
}

/** The chart's own values with those of a scenario over them. */
export const valuesOf = (scenario: string): Values =>
  merged(read('values.yaml'), read(`ci/${scenario}.yaml`)) as Values;

/** As Helm does it: maps are merged, everything else is replaced. */
function merged(own: unknown, given: unknown): unknown {
  if (given === undefined || !isMap(own) || !isMap(given)) {
    return given ?? own;
  }
  return Object.fromEntries(
    [...new Set([...Object.keys(own), ...Object.keys(given)])].map((key) => [key, merged(own[key], given[key])]),
  );
}
const isMap = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
