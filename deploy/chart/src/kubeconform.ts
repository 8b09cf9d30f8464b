import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedFolder, findProgram, unpackPython } from '../../local/src/programs/fetched.ts';
import { goModule } from '../../local/src/programs/go.ts';
import { customKinds } from './custom-kinds.ts';

/** The oldest Kubernetes that the chart is for (helm/README.md), and the newest that there is. */
export const kubeVersions = ['1.30.0', '1.37.0'] as const;

/** Kubernetes' own definitions of its objects, of many versions. */
const SCHEMAS =
  'kubernetes_validate==1.37.0 --hash=sha256:85136d018a27b50ec7fc049d902bfa5193f5976807e6c0f408e3ab6fe078cad9';

/** Finds kubeconform, see {@link findProgram}. */
export const findKubeconform = (say?: (line: string) => void): Promise<string> =>
  findProgram(
    {
      title: 'kubeconform',
      command: 'kubeconform',
      setting: 'KUBECONFORM_BIN',
      versionArgs: ['-v'],
      version: /^(v0\.[7-9]|development)/,
      origin: goModule('github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0'),
      advice: 'Install it (0.7 or newer)',
    },
    say,
  );

/** The definitions as kubeconform looks for them, in `.cache`: got once, the operators' kinds beside them each time. */
export async function kubeSchemas(): Promise<string> {
  const folder = await cachedFolder(join('kube-schemas', kubeVersions.join('-')), async (work) => {
    await unpackPython(
      SCHEMAS,
      work,
      kubeVersions.map((version) => `/v${version}-local-strict/`),
    );
    const unpacked = join(work, 'kubernetes_validate');
    for (const version of kubeVersions) {
      adapt(join(unpacked, `kubernetes-json-schema/v${version}-local-strict`), strictIn(work, version));
    }
    rmSync(unpacked, { recursive: true });
  });
  for (const version of kubeVersions) {
    for (const [name, schema] of Object.entries(customKinds)) {
      writeFileSync(join(strictIn(folder, version), `${name}.json`), JSON.stringify(schema));
    }
  }
  return folder;
}

const strictIn = (folder: string, version: string): string => join(folder, `v${version}-strict`);

/** The package's files refer to each other by an address that is nowhere, and half of them is prose, which takes time to read. */
function adapt(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const { $id: _nowhere, ...schema } = JSON.parse(readFileSync(join(from, name), 'utf8')) as Record<string, unknown>;
    const text = JSON.stringify(schema, (key, value: unknown) =>
      key === 'description' && typeof value === 'string' ? undefined : value,
    );
    writeFileSync(join(to, name), text.replaceAll('"/api/_definitions.json#', '"_definitions.json#'));
  }
}

/** What kubeconform finds wrong, one line each. An object of a kind that it does not know is wrong. */
export async function nonconforming(objects: readonly object[], version: string): Promise<readonly string[]> {
  const place = `${await kubeSchemas()}/{{.NormalizedKubernetesVersion}}{{.StrictSuffix}}/{{.ResourceKind}}{{.KindSuffix}}.json`;
  const { stdout, stderr } = spawnSync(
    await findKubeconform(),
    ['-strict', '-summary', '-output', 'json', '-kubernetes-version', version, '-schema-location', place, '-'],
    { input: objects.map((one) => JSON.stringify(one)).join('\n---\n'), encoding: 'utf8', maxBuffer: 32 * 1024 * 1024 },
  );
  const { resources = [], summary } = readReport(stdout, stderr);
  const judged = Object.values(summary).reduce((sum, count) => sum + count, 0);
  return [
    ...(judged === objects.length ? [] : [`${judged} of ${objects.length} objects were judged`]),
    ...resources.map(({ kind, name, msg }) => `${kind} ${name}: ${msg}`),
    ...(summary.skipped === 0 ? [] : [`${summary.skipped} objects were skipped`]),
  ];
}

interface Report {
  readonly resources?: readonly { readonly kind: string; readonly name: string; readonly msg: string }[];
  readonly summary: {
    readonly valid: number;
    readonly invalid: number;
    readonly errors: number;
    readonly skipped: number;
  };
}

function readReport(stdout: string, stderr: string): Report {
  try {
    return JSON.parse(stdout) as Report;
  } catch (error) {
    throw new Error(`kubeconform said: ${stderr}${stdout}`, { cause: error });
  }
}
