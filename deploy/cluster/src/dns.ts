import { COREDNS_IMAGE, DNS_IP } from './addresses.ts';
import type { KubeObject } from './kube-object.ts';

const NAMESPACE = 'kube-system';
const NAME = 'coredns';
const metadata = { name: NAME, namespace: NAMESPACE };
const RBAC = 'rbac.authorization.k8s.io';

const COREFILE = `cluster.local:53 in-addr.arpa:53 {
  errors
  kubernetes cluster.local in-addr.arpa { ttl 5 }
  cache 5
}
# Nothing outside has an answer. A block of its own: in one with kubernetes this would answer for every name.
.:53 {
  health
  ready
  template ANY ANY . { rcode NXDOMAIN }
}
`;

/** Cluster DNS. */
export const dnsObjects: readonly KubeObject[] = [
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
  {
    ...{ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name: NAME } },
    rules: [
      { apiGroups: [''], resources: ['endpoints', 'services', 'pods', 'namespaces'], verbs: ['list', 'watch'] },
      { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['list', 'watch'] },
    ],
  },
  {
    ...{ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata: { name: NAME } },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: NAME },
    subjects: [{ kind: 'ServiceAccount', ...metadata }],
  },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { Corefile: COREFILE } },
  {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata },
    spec: {
      selector: { matchLabels: { app: NAME } },
      template: {
        metadata: { labels: { app: NAME } },
        spec: {
          serviceAccountName: NAME,
          dnsPolicy: 'Default',
          containers: [
            {
              ...{ name: NAME, image: COREDNS_IMAGE, imagePullPolicy: 'Never' },
              args: ['-conf', '/etc/coredns/Corefile'],
              volumeMounts: [{ name: 'config', mountPath: '/etc/coredns', readOnly: true }],
              readinessProbe: { httpGet: { path: '/ready', port: 8181 }, periodSeconds: 1 },
            },
          ],
          volumes: [{ name: 'config', configMap: { name: NAME } }],
        },
      },
    },
  },
  {
    ...{ apiVersion: 'v1', kind: 'Service', metadata },
    spec: {
      selector: { app: NAME },
      clusterIP: DNS_IP,
      ports: ['UDP', 'TCP'].map((protocol) => ({ name: protocol.toLowerCase(), port: 53, protocol })),
    },
  },
];

/** The right that kube-proxy has in no default set: this one signs in as a user and not as a service account. */
export const proxyRights: KubeObject = {
  ...{ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', metadata: { name: 'kube-proxy' } },
  roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'system:node-proxier' },
  subjects: [{ kind: 'User', apiGroup: RBAC, name: 'system:kube-proxy' }],
};
