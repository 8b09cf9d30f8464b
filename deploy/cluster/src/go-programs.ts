import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from '../../local/src/process/child.ts';
import type { Origin } from '../../local/src/programs/fetched.ts';
import { findGo } from '../../local/src/programs/go.ts';

/** A program of the folder `go`. */
export interface GoProgram {
  readonly name: string;
  /** Kubernetes' version, where it is made of that. */
  readonly kubernetes?: string;
  /** Further modules with their versions. */
  readonly modules?: readonly string[];
}

const BUILD_LIMIT_MS = 2 * 3_600_000;

/**
 * The go.mod of a program over Kubernetes' packages. Kubernetes' own replaces its parts by folders beside it; the same parts are
 * published as v0 of the same minor version and patch.
 */
export function moduleOverKubernetes(name: string, kubernetesModule: string, version: string): string {
  const lines = kubernetesModule.split('\n');
  const from = lines.indexOf('replace (') + 1;
  const parts = lines.slice(from, lines.indexOf(')', from)).flatMap((line) => line.trim().split(' => ')[0] ?? []);
  const published = version.replace(/^\d+/, 'v0');
  return [
    `module ${name}`,
    ...lines.filter((line) => line.startsWith('go ') || line.startsWith('godebug ')),
    `require k8s.io/kubernetes v${version}`,
    'replace (',
    ...parts.map((part) => `\t${part} => ${part} ${published}`),
    ')',
    '',
  ].join('\n');
}

/** Without these the server would call itself v0.0.0, and charts that name their Kubernetes would refuse it. */
export function versionFlags(version: string): string {
  const [major = '', minor = ''] = version.split('.');
  return ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version']
    .flatMap((path) => [
      `-X ${path}.gitVersion=v${version}`,
      `-X ${path}.gitMajor=${major}`,
      `-X ${path}.gitMinor=${minor}`,
    ])
    .join(' ');
}

/** Builds the program from its sources: it takes half an hour of one core for Kubernetes. */
export const goProgram = ({ name, kubernetes, modules = [] }: GoProgram): Origin => ({
  name: 'Go sources',
  fetch: async (work) => {
    const env = { ...process.env, GOFLAGS: '-mod=mod -buildvcs=false', CGO_ENABLED: '0', GOWORK: 'off' };
    const command = await findGo();
    const go = (...args: string[]): Promise<string> =>
      runToEnd({ command, args, cwd: work, env, timeoutMs: BUILD_LIMIT_MS });
    copyFileSync(join(import.meta.dirname, '../go', name, 'main.go'), join(work, 'main.go'));
    if (kubernetes === undefined) {
      await go('mod', 'init', name);
    } else {
      const [, folder = ''] =
        /"Dir": "(.+)"/.exec(await go('mod', 'download', '-json', `k8s.io/kubernetes@v${kubernetes}`)) ?? [];
      const own = readFileSync(join(folder, 'go.mod'), 'utf8');
      writeFileSync(join(work, 'go.mod'), moduleOverKubernetes(name, own, kubernetes));
      copyFileSync(join(folder, 'go.sum'), join(work, 'go.sum'));
    }
    for (const module of modules) {
      await go('get', module);
    }
    await go('mod', 'tidy');
    const flags = `-s -w ${kubernetes === undefined ? '' : versionFlags(kubernetes)}`;
    await go('build', '-trimpath', '-ldflags', flags, '-o', join(work, name), '.');
    return join(work, name);
  },
});
