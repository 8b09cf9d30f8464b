import { join } from 'node:path';
import {
  DNS_IP,
  NODE_IP,
  NODE_NAME,
  PAUSE_IMAGE,
  PODS_CIDR,
  PODS_OF_NODE_CIDR,
  RELEASE,
  SERVICES_CIDR,
} from './addresses.ts';

const ETCD = 'http://127.0.0.1:2379';
const ETCD_PEER = 'http://127.0.0.1:2380';

const flags = (values: Readonly<Record<string, string | number | boolean>>): string[] =>
  Object.entries(values).map(([name, value]) => `--${name}=${value}`);

/**
 * The node's settings, by file name below its folder; `args/*` are the command lines that `node/init.sh` keeps running, a word on
 * each line. JSON is YAML.
 */
export function nodeFiles(folder: string, kubelet: string): Readonly<Record<string, string>> {
  const inside = (...parts: string[]): string => join(folder, ...parts);
  const pki = (name: string): string => inside('pki', name);
  const config = (name: string): string => inside('kubeconfig', name);
  const program = (name: string): string => inside('bin', name);
  const lines = (...words: string[]): string => words.join('\n').concat('\n');
  /** It signs in with this at the API, and has others ask there who they are. */
  const signsIn = (name: string) => ({
    kubeconfig: config(name),
    'authentication-kubeconfig': config(name),
    'authorization-kubeconfig': config(name),
    'bind-address': '127.0.0.1',
    'leader-elect': false,
  });
  return {
    'resolv.conf': `nameserver ${DNS_IP}\nsearch ${RELEASE}.svc.cluster.local svc.cluster.local cluster.local\noptions ndots:5\n`,
    // For pods that look outside the cluster: there is no outside.
    'no-resolv.conf': '',
    'kubelet.json': json({
      ...{ apiVersion: 'kubelet.config.k8s.io/v1beta1', kind: 'KubeletConfiguration' },
      // Also where cgroups are of the first version, and without systemd.
      ...{ failCgroupV1: false, cgroupDriver: 'cgroupfs', failSwapOn: false },
      authentication: {
        anonymous: { enabled: false },
        webhook: { enabled: true },
        x509: { clientCAFile: pki('ca.crt') },
      },
      authorization: { mode: 'Webhook' },
      ...{ tlsCertFile: pki('kubelet-server.crt'), tlsPrivateKeyFile: pki('kubelet-server.key') },
      ...{ clusterDNS: [DNS_IP], clusterDomain: 'cluster.local', resolvConf: inside('no-resolv.conf') },
      containerRuntimeEndpoint: `unix://${inside('containerd.sock')}`,
      ...{ podLogsDir: inside('pod-logs'), address: NODE_IP, healthzBindAddress: '127.0.0.1' },
      evictionHard: { 'memory.available': '100Mi', 'nodefs.available': '1%', 'imagefs.available': '1%' },
      imageGCHighThresholdPercent: 100,
    }),
    'kube-proxy.json': json({
      ...{ apiVersion: 'kubeproxy.config.k8s.io/v1alpha1', kind: 'KubeProxyConfiguration', mode: 'nftables' },
      ...{ clientConnection: { kubeconfig: config('proxy') }, clusterCIDR: PODS_CIDR, hostnameOverride: NODE_NAME },
      healthzBindAddress: '127.0.0.1:10256',
      conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
    }),
    'cni/10-cluster.conflist': json({
      cniVersion: '1.0.0',
      name: 'cluster',
      plugins: [
        {
          ...{ type: 'bridge', bridge: 'cni0', isGateway: true, ipMasq: false, hairpinMode: true },
          ipam: {
            ...{ type: 'host-local', dataDir: inside('var', 'addresses') },
            ...{ ranges: [[{ subnet: PODS_OF_NODE_CIDR }]], routes: [{ dst: '0.0.0.0/0' }] },
          },
        },
      ],
    }),
    // Negative oom_score_adj takes a right that a machine may not have (restrict_oom_score_adj).
    'containerd.toml': `version = 2
root = "${inside('containerd')}"
state = "${inside('containerd-state')}"
[grpc]
  address = "${inside('containerd.sock')}"
[ttrpc]
  address = "${inside('containerd.sock.ttrpc')}"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "docker.io/${PAUSE_IMAGE}"
  restrict_oom_score_adj = true
  netns_mounts_under_state_dir = true
  enable_unprivileged_ports = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "${inside('cni')}"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
      SystemdCgroup = false
`,
    'args/etcd': lines(
      'etcd',
      '--unsafe-no-fsync',
      ...flags({
        ...{ name: NODE_NAME, 'data-dir': inside('etcd'), 'listen-client-urls': ETCD, 'advertise-client-urls': ETCD },
        'listen-peer-urls': ETCD_PEER,
        'initial-advertise-peer-urls': ETCD_PEER,
        'initial-cluster': `${NODE_NAME}=${ETCD_PEER}`,
      }),
    ),
    'args/kube-apiserver': lines(
      program('kube-apiserver'),
      ...flags({
        ...{ 'etcd-servers': ETCD, 'bind-address': '0.0.0.0', 'secure-port': 6443, 'advertise-address': NODE_IP },
        ...{ 'service-cluster-ip-range': SERVICES_CIDR, 'authorization-mode': 'Node,RBAC' },
        'enable-admission-plugins': 'NodeRestriction',
        ...{ 'client-ca-file': pki('ca.crt'), 'tls-cert-file': pki('apiserver.crt') },
        'tls-private-key-file': pki('apiserver.key'),
        'kubelet-certificate-authority': pki('ca.crt'),
        'kubelet-client-certificate': pki('apiserver-kubelet.crt'),
        'kubelet-client-key': pki('apiserver-kubelet.key'),
        'kubelet-preferred-address-types': 'InternalIP',
        ...{ 'service-account-key-file': pki('accounts.pub'), 'service-account-signing-key-file': pki('accounts.key') },
        'service-account-issuer': 'https://kubernetes.default.svc.cluster.local',
        ...{ 'requestheader-client-ca-file': pki('ca.crt'), 'requestheader-allowed-names': 'front-proxy' },
        'proxy-client-cert-file': pki('front-proxy.crt'),
        'proxy-client-key-file': pki('front-proxy.key'),
      }),
    ),
    'args/kube-controller-manager': lines(
      program('kube-controller-manager'),
      ...flags({
        ...signsIn('controller-manager'),
        ...{ 'cluster-cidr': PODS_CIDR, 'service-cluster-ip-range': SERVICES_CIDR, 'allocate-node-cidrs': false },
        ...{ 'use-service-account-credentials': true, 'root-ca-file': pki('ca.crt') },
        'service-account-private-key-file': pki('accounts.key'),
      }),
    ),
    'args/kube-scheduler': lines(program('kube-scheduler'), ...flags(signsIn('scheduler'))),
    'args/containerd': lines('containerd', ...flags({ config: inside('containerd.toml') })),
    'args/kubelet': lines(
      ...['unshare', '--mount', '--propagation', 'unchanged', kubelet, program('kubelet')],
      ...flags({ config: inside('kubelet.json'), kubeconfig: config('kubelet'), 'cert-dir': inside('var', 'pki') }),
      ...flags({ 'hostname-override': NODE_NAME, 'node-ip': NODE_IP }),
    ),
    'args/kube-proxy': lines(program('kube-proxy'), ...flags({ config: inside('kube-proxy.json') })),
  };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
