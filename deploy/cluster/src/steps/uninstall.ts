import { eventually } from '../../../harness/src/eventually.ts';
import { RELEASE } from '../addresses.ts';
import { secondsSince, type Step } from '../step.ts';

const KINDS =
  'deployments,replicasets,pods,services,serviceaccounts,poddisruptionbudgets,networkpolicies,jobs,configmaps';
/** Longer than any part's graceSeconds. */
const PODS_LIMIT_MS = 120_000;

interface List {
  readonly items: readonly {
    readonly kind: string;
    readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  }[];
}

/** Nothing of the release is left but what its hooks made, which Helm leaves. */
export const uninstall: Step = async (cluster) => {
  const from = performance.now();
  await cluster.helm('uninstall', RELEASE, '--wait', '--timeout', '5m');
  let found: List['items'] = [];
  // Helm does not wait for the pods, which stop in order.
  await eventually(
    'nothing of the release is left',
    async () => {
      const words = ['get', KINDS, '-l', `app.kubernetes.io/instance=${RELEASE}`, '-o', 'json'];
      found = (JSON.parse(await cluster.kubectl(...words)) as List).items;
      return found.every(isOfHook);
    },
    PODS_LIMIT_MS,
    1_000,
  ).catch((error: unknown) => {
    const left = found.filter((item) => !isOfHook(item)).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    throw new Error(`objects are left: ${left.join(', ')}`, { cause: error });
  });
  const seconds = secondsSince(from);
  cluster.say(`uninstalled in ${seconds} s; ${found.length} objects of hooks stay, as Helm leaves them`);
  return { seconds, ofHooks: found.length };
};

function isOfHook({ kind, metadata: { name, annotations } }: List['items'][number]): boolean {
  return annotations?.['helm.sh/hook'] !== undefined || (kind === 'Pod' && /-migrate-\w+$/.test(name));
}
