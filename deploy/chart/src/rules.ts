import { isDeepStrictEqual } from 'node:util';
import { allowedWays, wantedWays } from './network.ts';
import { at, facts, release } from './rendered.ts';
import type { KubeObject, Tree, Values } from './rendered.ts';

/** What is wrong with the objects of a release, one line each. */
export type Rule = (objects: readonly KubeObject[], values: Values) => readonly string[];

const parts = [...Object.keys(facts), 'web'];

/** The object of a part; without it every question about it has the answer undefined, which no rule takes for right. */
const named = (objects: readonly KubeObject[], kind: string, part: string): KubeObject | undefined =>
  objects.find((one) => one.kind === kind && one.metadata.name === `${release}-${part}`);

/** The pods of Deployments, Jobs and tests, and those that the k6 operator will make of a TestRun. */
const podsOf = (objects: readonly KubeObject[]): readonly (readonly [string, Tree])[] => [
  ...objects
    .filter(({ kind }) => ['Deployment', 'Job', 'Pod'].includes(kind))
    .map(({ kind, metadata, spec }): [string, Tree] => [
      metadata.name,
      kind === 'Pod' ? spec : at(spec, 'template', 'spec'),
    ]),
  ...objects
    .filter(({ kind }) => kind === 'TestRun')
    .flatMap(({ metadata, spec }) =>
      ['initializer', 'runner', 'starter'].map((role): [string, Tree] => [
        `${metadata.name}-${role}`,
        podOfTestRun(at(spec, role)),
      ]),
    ),
];
/** As pkg/resources/jobs of the operator does it: of a pod's parts some are called otherwise, and the token is a text. */
const podOfTestRun = ({ automountServiceAccountToken, containerSecurityContext, ...pod }: Tree): Tree => ({
  ...pod,
  automountServiceAccountToken: automountServiceAccountToken !== 'false',
  containers: [{ securityContext: containerSecurityContext, resources: pod['resources'] }],
});
const podOf = (objects: readonly KubeObject[], part: string): Tree =>
  at(named(objects, 'Deployment', part), 'spec', 'template', 'spec');
const containerOf = (pod: Tree): Tree => at(pod, 'containers', 0);
const envOf = (pod: Tree) =>
  (containerOf(pod)['env'] ?? []) as readonly { name: string; value?: string; valueFrom?: unknown }[];

/** A line when what is there is not what is wanted. */
const unless = (what: string, actual: unknown, wanted: unknown): string[] =>
  isDeepStrictEqual(actual, wanted)
    ? []
    : [`${what} is ${JSON.stringify(actual)} instead of ${JSON.stringify(wanted)}`];
const ensure = (is: boolean, complaint: string): string[] => (is ? [] : [complaint]);

const disruptions: Rule = (objects) =>
  parts.flatMap((part) => {
    const budget = named(objects, 'PodDisruptionBudget', part)?.spec;
    return [
      ...ensure(named(objects, 'Service', part) !== undefined, `${part} has no Service`),
      ...unless(`${part}'s budget`, budget?.['minAvailable'], 1),
      // A pod that is not ready serves nobody: it must not keep a node from being drained.
      ...unless(`${part}'s sick pods`, budget?.['unhealthyPodEvictionPolicy'], 'AlwaysAllow'),
    ];
  });

const podSecurity: Rule = (objects) => [
  ...podsOf(objects).flatMap(([name, pod]) => [
    ...unless(`${name}'s token`, pod['automountServiceAccountToken'], false),
    ...unless(`${name}'s user`, at(pod, 'securityContext', 'runAsNonRoot'), true),
    ...unless(`${name}'s seccomp`, at(pod, 'securityContext', 'seccompProfile'), { type: 'RuntimeDefault' }),
    ...unless(`${name}'s container`, containerOf(pod)['securityContext'], {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    }),
  ]),
  ...objects
    .filter(({ kind }) => kind === 'ServiceAccount')
    .flatMap(({ metadata, automountServiceAccountToken }) =>
      unless(`${metadata.name}'s account`, automountServiceAccountToken, false),
    ),
];

const replacement: Rule = (objects) =>
  parts.flatMap((part) => {
    const pod = podOf(objects, part);
    return [
      ...unless(`${part}'s strategy`, at(named(objects, 'Deployment', part), 'spec', 'strategy'), {
        rollingUpdate: { maxSurge: 1, maxUnavailable: 0 },
      }),
      ...unless(`${part}'s preStop`, containerOf(pod)['lifecycle'], { preStop: { sleep: { seconds: 5 } } }),
    ];
  });

const probes: Rule = (objects) =>
  parts.flatMap((part) => {
    const container = containerOf(podOf(objects, part));
    return [
      ...unless(`${part}'s startup probe`, at(container, 'startupProbe', 'httpGet', 'path'), '/health/ready'),
      ...unless(`${part}'s readiness probe`, at(container, 'readinessProbe', 'httpGet', 'path'), '/health/ready'),
      // A restart heals no dependency, so liveness asks for none.
      ...unless(`${part}'s liveness probe`, at(container, 'livenessProbe', 'httpGet', 'path'), '/health/live'),
    ];
  });

/** preStop's pause and the ordered stop fit into what Kubernetes waits before it kills. */
const grace: Rule = (objects) =>
  Object.keys(facts).flatMap((part) => {
    const pod = podOf(objects, part);
    const stop = Number(envOf(pod).find(({ name }) => name === 'SHUTDOWN_SECONDS')?.value);
    const limit = Number(pod['terminationGracePeriodSeconds']);
    return ensure(stop >= 25 && stop + 5 < limit, `${part} stops within ${stop} s and is killed after ${limit} s`);
  });

const secretFiles: Rule = (objects) =>
  Object.entries(facts).flatMap(([part, { secrets }]) => {
    const pod = podOf(objects, part);
    const env = envOf(pod);
    const mounted = at<readonly { key: string }[]>(pod, 'volumes', 0, 'secret', 'items').map(({ key }) => key);
    return [
      ...secrets.flatMap((secret) => [
        ...unless(
          `${part}'s ${secret}`,
          env.find(({ name }) => name === `${secret}_FILE`)?.value,
          `/run/secrets/postloom/${secret}`,
        ),
        ...ensure(mounted.includes(secret), `${part} has no file of ${secret}`),
        ...ensure(!env.some(({ name }) => name === secret), `${part} has ${secret} in its environment`),
      ]),
      ...env
        .filter(({ valueFrom }) => valueFrom !== undefined)
        .map(({ name }) => `${part} reads ${name} from elsewhere`),
      // The schema's owner: no pod that serves has it.
      ...ensure(!JSON.stringify(pod).includes('MIGRATION_DATABASE_URL'), `${part} could change its own schema`),
    ];
  });

const migrations: Rule = (objects) =>
  Object.entries(facts).flatMap(([part, { schema }]) => {
    const job = named(objects, 'Job', `${part}-migrate`);
    if (schema === undefined) {
      return ensure(job === undefined, `${part} migrates nothing`);
    }
    const { annotations = {} } = job?.metadata ?? {};
    return [
      ...unless(`${part}'s hook`, annotations['helm.sh/hook'], 'pre-install,pre-upgrade'),
      // Replaced by the next release and not before: the logs of a failure stay.
      ...unless(`${part}'s old Job`, annotations['helm.sh/hook-delete-policy'], 'before-hook-creation'),
      ...unless(`${part}'s retries`, job?.spec['backoffLimit'], 0),
      ...unless(`${part}'s deadline`, job?.spec['activeDeadlineSeconds'], 600),
      ...unless(`${part}'s command`, at(job, 'spec', 'template', 'spec', 'containers', 0, 'args'), [
        'main.js',
        'migrate',
      ]),
    ];
  });

const network: Rule = (objects, values) => {
  const wanted = wantedWays(objects, values);
  const allowed = allowedWays(objects, values);
  return [
    ...[...allowed].filter((way) => !wanted.has(way)).map((way) => `${way} is open`),
    ...[...wanted].filter((way) => !allowed.has(way)).map((way) => `${way} is shut`),
  ];
};

const memory: Rule = (objects) =>
  podsOf(objects).flatMap(([name, pod]) => {
    const { limits, requests } = (containerOf(pod)['resources'] ?? {}) as Record<string, Record<string, string>>;
    const heap = /--max-old-space-size=(\d+)/.exec(JSON.stringify(containerOf(pod)['args'] ?? []))?.[1];
    const limit = Number(/^(\d+)Mi$/.exec(limits?.['memory'] ?? '')?.[1]);
    return [
      ...ensure(Number.isFinite(limit), `${name} has no limit of memory in Mi`),
      ...ensure(requests?.['cpu'] !== undefined, `${name} asks for no processor`),
      ...ensure(heap === undefined || limit - Number(heap) >= 100, `${name} has ${limit} MB, its heap ${heap}`),
    ];
  });

/** What services write to the disk has a limit, and what media counts there ends well before it: who exceeds it is evicted. */
const disk: Rule = (objects) =>
  Object.keys(facts).flatMap((part) => {
    const pod = podOf(objects, part);
    const volumes = (pod['volumes'] ?? []) as readonly Tree[];
    const limit = at<unknown>(
      volumes.find(({ name }) => name === 'tmp'),
      'emptyDir',
      'sizeLimit',
    );
    const limitMb = Number(/^(\d+)Mi$/.exec(String(limit))?.[1]);
    const room = envOf(pod).find(({ name }) => name === 'DISK_ROOM_MB')?.value;
    return [
      ...ensure(Number.isFinite(limitMb), `${part} has no limit of temporary files in Mi`),
      ...(part === 'media' ? ensure(Number(room) <= limitMb * 0.9, `media keeps ${room} MB in ${limitMb}`) : []),
    ];
  });

const spread: Rule = (objects) =>
  parts.flatMap((part) => {
    const constraints = (podOf(objects, part)['topologySpreadConstraints'] ?? []) as readonly Tree[];
    const zone = constraints.find(({ topologyKey }) => topologyKey === 'topology.kubernetes.io/zone');
    return [
      ...unless(`${part}'s skew`, zone?.['maxSkew'], 1),
      ...unless(`${part}'s spread`, at(zone, 'labelSelector', 'matchLabels', 'app.kubernetes.io/component'), part),
    ];
  });

/** What every installation keeps to, by the name of the rule. */
export const rules = {
  disruptions,
  podSecurity,
  replacement,
  probes,
  grace,
  secretFiles,
  migrations,
  network,
  memory,
  disk,
  spread,
} as const satisfies Readonly<Record<string, Rule>>;
