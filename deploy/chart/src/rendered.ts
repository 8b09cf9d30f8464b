import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { repositoryRoot } from '../../local/src/paths.ts';
import { findHelm } from './helm.ts';

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
}

/** The installations of `ci`, by name. */
export const scenarios = readdirSync(join(chart, 'ci')).map((file) => file.replace(/\.yaml$/, ''));

/** What the chart makes of a scenario. @throws Error with what Helm says */
export async function rendered(scenario: string, ...set: readonly string[]): Promise<readonly KubeObject[]> {
  const values = ['-f', join(chart, 'ci', `${scenario}.yaml`), ...set.flatMap((one) => ['--set', one])];
  const { status, stdout, stderr } = spawnSync(
    await findHelm(),
    ['template', release, chart, '--kube-version', '1.36.0', ...values],
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
  readonly calls?: readonly string[];
  readonly secrets: readonly string[];
  readonly outside?: boolean;
}

/** files/services.yaml. */
export const facts = parse(readFileSync(join(chart, 'files/services.yaml'), 'utf8')) as Readonly<Record<string, Facts>>;
