import { generatedPermissions } from '../../local/src/nats/config.ts';
import type { Secrets } from '../../local/src/stack/state.ts';
import { secretFiles } from '../../compose/src/secret-files.ts';
import { RELEASE } from './addresses.ts';
import { FIRST, imageOf, standIn } from './images.ts';
import type { KubeObject } from './kube-object.ts';

/** A server that the product needs beside itself: one pod with a volume. */
interface Server {
  readonly name: string;
  readonly image: string;
  readonly user: number;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly ports: readonly number[];
  /** Where its volume is. */
  readonly data: string;
  readonly readinessProbe: Readonly<Record<string, unknown>>;
}

/** Connections of eight pods of each service, with room. */
const CONNECTIONS = 600;

/** Postgres, the broker and the object storage, by the names and labels that ci/try-out.yaml gives them. */
export const servers: readonly Server[] = [
  {
    ...{ name: 'postgres', image: standIn('postgres'), user: 999, ports: [5432], data: '/var/lib/postgresql/data' },
    args: ['postgres', '-c', `max_connections=${CONNECTIONS}`, '-c', 'jit=off', '-c', 'log_error_verbosity=terse'],
    env: {
      POSTGRES_PASSWORD_FILE: '/run/secrets/postloom/POSTGRES_PASSWORD',
      POSTGRES_INITDB_ARGS: '--encoding=UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C',
    },
    readinessProbe: { exec: { command: ['pg_isready', '-h', '127.0.0.1', '-U', 'postgres'] } },
  },
  {
    ...{ name: 'nats', image: standIn('nats'), user: 65_532, ports: [4222, 8222], data: '/data', env: {} },
    args: ['-c', '/run/secrets/postloom/nats.conf', '-a', '0.0.0.0', '--http_port', '8222'],
    readinessProbe: { httpGet: { path: '/healthz?js-server-only=true', port: 8222 } },
  },
  {
    ...{
      name: 'storage',
      image: imageOf('objects', FIRST),
      user: 65_532,
      args: ['main.js'],
      ports: [8333],
      data: '/data',
    },
    env: {
      ...{ PORT: '8333', OBJECT_STORE_DATA_DIR: '/data', S3_BUCKET: 'photos', S3_REGION: 'us-east-1' },
      S3_ACCESS_KEY_FILE: '/run/secrets/postloom/S3_ACCESS_KEY',
      S3_SECRET_KEY_FILE: '/run/secrets/postloom/S3_SECRET_KEY',
    },
    readinessProbe: { httpGet: { path: '/health/ready', port: 8333 } },
  },
];

/** The namespace, with the strictest of Kubernetes' standards for pods enforced. */
export const namespaceObject: KubeObject = {
  ...{ apiVersion: 'v1', kind: 'Namespace' },
  metadata: {
    name: RELEASE,
    labels: {
      'pod-security.kubernetes.io/enforce': 'restricted',
      'pod-security.kubernetes.io/enforce-version': 'latest',
    },
  },
};

/** Every Secret of the installation: the chart's by the names that it expects, the servers' by theirs. */
export function secretObjects(secrets: Secrets): KubeObject[] {
  const { postgres = {}, nats = {}, objects = {}, ...ofServices } = secretFiles(secrets, generatedPermissions());
  const named = {
    ...{ postgres, nats, storage: objects },
    ...Object.fromEntries(Object.entries(ofServices).map(([name, files]) => [`${RELEASE}-${name}`, files])),
    [`${RELEASE}-identity`]: { ...ofServices['identity'], SMTP_URL: `smtp://${RELEASE}-sandbox:1025` },
  };
  return Object.entries(named).map(([name, stringData]) => ({
    ...{ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: RELEASE }, stringData },
  }));
}

/** @param volume folder of a server's data on the node */
export function serverObjects(volume: (name: string) => string): KubeObject[] {
  return servers.flatMap((server) => [
    ...volumeObjects(server.name, volume(server.name)),
    statefulSet(server),
    {
      ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: server.name, namespace: RELEASE } },
      spec: {
        selector: { app: server.name },
        ports: server.ports.map((port) => ({ name: `port-${port}`, port })),
      },
    },
  ]);
}

function volumeObjects(name: string, path: string): KubeObject[] {
  const size = { storage: '10Gi' };
  const shared = { accessModes: ['ReadWriteOnce'], storageClassName: '' };
  return [
    {
      ...{ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: `${RELEASE}-${name}` } },
      spec: { ...shared, capacity: size, hostPath: { path }, claimRef: { namespace: RELEASE, name } },
    },
    {
      ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name, namespace: RELEASE } },
      spec: { ...shared, volumeName: `${RELEASE}-${name}`, resources: { requests: size } },
    },
  ];
}

function statefulSet({ name, image, user, args, env, ports, data, readinessProbe }: Server): KubeObject {
  return {
    ...{ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name, namespace: RELEASE } },
    spec: {
      serviceName: name,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: {
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: {
            ...{ runAsNonRoot: true, runAsUser: user, runAsGroup: user, fsGroup: user },
            seccompProfile: { type: 'RuntimeDefault' },
          },
          containers: [
            {
              ...{ name, image, imagePullPolicy: 'Never', args },
              env: Object.entries(env).map(([key, value]) => ({ name: key, value })),
              ports: ports.map((containerPort) => ({ containerPort })),
              // Patient: on a crowded node a question may wait for its turn, and without a ready pod nobody has a server.
              readinessProbe: { ...readinessProbe, periodSeconds: 2, timeoutSeconds: 10, failureThreshold: 10 },
              securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
              volumeMounts: [
                { name: 'data', mountPath: data },
                { name: 'secrets', mountPath: '/run/secrets/postloom', readOnly: true },
              ],
            },
          ],
          volumes: [
            { name: 'data', persistentVolumeClaim: { claimName: name } },
            { name: 'secrets', secret: { secretName: name, defaultMode: 0o440 } },
          ],
        },
      },
    },
  };
}
