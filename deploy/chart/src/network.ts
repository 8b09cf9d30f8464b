import { PolicyJudge } from './policy-judge.ts';
import type { Endpoint } from './policy-judge.ts';
import { at, facts, release, ways } from './rendered.ts';
import type { KubeObject, Values } from './rendered.ts';

const NAMESPACE = 'shop';
const CLUSTER = '10.244.0.9';

/** A connection that might be made: from, to, port, as one line. */
const line = (from: string, to: string, port: number): string => `${from} > ${to}:${port}`;

/** Everybody there is around a release, and every port that somebody listens at. */
function worldOf(objects: readonly KubeObject[], values: Values) {
  const podOf = (labels: unknown): Endpoint => ({
    name: String(at(labels, 'app.kubernetes.io/component')),
    ip: CLUSTER,
    namespace: NAMESPACE,
    labels: labels as Record<string, string>,
  });
  const pods = objects.flatMap(({ kind, metadata, spec }) => {
    switch (kind) {
      case 'Deployment':
      case 'Job':
        return [podOf(at(spec, 'template', 'metadata', 'labels'))];
      case 'Pod':
        return [podOf(metadata.labels)];
      case 'TestRun':
        return ['runner', 'starter'].map((role) => podOf(at(spec, role, 'metadata', 'labels')));
      default:
        return [];
    }
  });
  // A part that somebody adds and gives no policy.
  pods.push({
    name: 'a new part',
    ip: CLUSTER,
    namespace: NAMESPACE,
    labels: { 'app.kubernetes.io/instance': release, 'app.kubernetes.io/component': 'new' },
  });
  const server = (name: string, { podLabels, namespace }: Values['nats']): Endpoint => ({
    name,
    ip: CLUSTER,
    namespace: namespace || NAMESPACE,
    labels: podLabels,
  });
  const others: readonly Endpoint[] = [
    server('broker', values.nats),
    server('postgres', values.postgres),
    server("the pooler's server", values.postgres.server),
    server('storage', values.s3),
    server('proxy', values.egress),
    { name: 'outside', ip: '93.184.216.34' },
    { name: 'outside, IPv6', ip: '2606:2800:220:1::1' },
    { name: 'metadata of the cloud', ip: '169.254.169.254' },
    { name: 'a private host', ip: '10.9.8.7' },
    { name: 'a private host, IPv6', ip: 'fd00::7' },
    { name: 'a pod beside the release', ip: CLUSTER, namespace: NAMESPACE, labels: { app: 'stranger' } },
    { name: 'a pod elsewhere', ip: CLUSTER, namespace: 'elsewhere', labels: { app: 'stranger' } },
    ...(values.ingress.namespace === ''
      ? []
      : [{ name: 'entrance', ip: CLUSTER, namespace: values.ingress.namespace, labels: {} }]),
    ...(values.telemetry.scrapeNamespace === ''
      ? []
      : [{ name: 'prometheus', ip: CLUSTER, namespace: values.telemetry.scrapeNamespace, labels: {} }]),
    ...(values.load.enabled
      ? [{ name: 'k6 operator', ip: CLUSTER, namespace: values.load.operatorNamespace, labels: {} }]
      : []),
  ];
  const { nats, postgres, s3, egress } = values;
  const serverPorts = [nats.port, postgres.port, postgres.server.port, s3.port, egress.port];
  const ports = new Set([
    22,
    80,
    3900,
    1025,
    6565,
    8080,
    9090,
    ...values.egress.ports,
    ...values.egress.linkPorts,
    ...serverPorts,
  ]);
  return { pods, others, ports };
}

/** Every connection that the policies let the release's pods make or take. */
export function allowedWays(objects: readonly KubeObject[], values: Values): ReadonlySet<string> {
  const judge = new PolicyJudge(objects, NAMESPACE);
  const { pods, others, ports } = worldOf(objects, values);
  const pairs = [
    ...pods.flatMap((from) => [...pods, ...others].map((to) => [from, to] as const)),
    ...others.flatMap((from) => pods.map((to) => [from, to] as const)),
  ];
  return new Set(
    pairs.flatMap(([from, to]) =>
      [...ports].filter((port) => judge.mayTalk(from, to, port)).map((port) => line(from.name, to.name, port)),
    ),
  );
}

/** Every connection that the list of ways and the values ask for, and no other. */
export function wantedWays(objects: readonly KubeObject[], values: Values): ReadonlySet<string> {
  const { pods, others } = worldOf(objects, values);
  const everybody = [...pods, ...others];
  const isPublic = ({ name }: Endpoint): boolean => name.startsWith('outside');
  const outside = everybody.filter((one) => values.egress.except.length === 0 || isPublic(one));
  const isIpv6Private = ({ ip }: Endpoint): boolean => ip.startsWith('fd');
  const servers = {
    ...{ broker: values.nats, postgres: values.postgres, storage: values.s3, proxy: values.egress },
    "the pooler's server": values.postgres.server,
  };
  const toServer = (from: string, name: keyof typeof servers): string[] => {
    const { podLabels, port } = servers[name];
    const isKnown = Object.keys(podLabels).length > 0;
    return everybody
      .filter((to) => (isKnown ? to.name === name : to.labels === undefined || !isOwn(to)))
      .map((to) => line(from, to.name, port));
  };
  const isOwn = (one: Endpoint): boolean => pods.includes(one);
  /** Behind a proxy only mail, which is no HTTP, goes its own way. */
  const directPorts = (from: string): readonly number[] => {
    const { proxy, ports, linkPorts } = values.egress;
    if (proxy === '') {
      return from === 'media' ? [...ports, ...linkPorts] : ports;
    }
    return from === 'identity' ? ports.filter((port) => port !== 80 && port !== 443) : [];
  };
  const wanted = Object.entries(ways).flatMap(([from, destinations]) =>
    destinations.flatMap((to) => {
      switch (to) {
        case 'broker':
        case 'postgres':
        case 'storage':
          return toServer(from, to);
        case 'outside':
          return [
            ...outside
              .filter((one) => !isIpv6Private(one) && !isOwn(one))
              .flatMap((one) => directPorts(from).map((port) => line(from, one.name, port))),
            ...(values.egress.proxy === '' ? [] : toServer(from, 'proxy')),
            ...(values.sandbox.enabled ? [line(from, 'sandbox', 3900), line(from, 'sandbox', 1025)] : []),
          ];
        default:
          return [line(from, to, 8080)];
      }
    }),
  );
  const migrations = Object.entries(facts).flatMap(([part, { schema }]) =>
    schema === undefined
      ? []
      : toServer(`${part}-migrate`, values.postgres.pooler === 'off' ? 'postgres' : "the pooler's server"),
  );
  const entrance =
    values.ingress.namespace === ''
      ? others.filter(({ name }) => name !== 'prometheus').map(({ name }) => line(name, 'web', 8080))
      : [line('entrance', 'web', 8080), line('entrance', 'gateway', 8080)];
  const scrape =
    values.telemetry.scrapeNamespace === '' ? [] : Object.keys(facts).map((part) => line('prometheus', part, 9090));
  const sandbox = values.sandbox.enabled
    ? [line('sandbox', 'web', 8080), line('test', 'web', 8080), line('test', 'sandbox', 3900)]
    : [];
  const load = values.load.enabled
    ? [
        ...[line('load', 'web', 8080), line('load', 'sandbox', 3900)],
        ...[line('load-starter', 'load', 6565), line('k6 operator', 'load', 6565)],
      ]
    : [];
  return new Set([...wanted, ...migrations, ...entrance, ...scrape, ...sandbox, ...load]);
}
