import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from '../../local/src/process/child.ts';
import { API_SERVICE_IP, NODE_IP, NODE_NAME } from './addresses.ts';

interface Certificate {
  readonly name: string;
  readonly subject: string;
  /** For a server: its names and addresses. */
  readonly names?: string;
}

const API_NAMES = [
  'localhost',
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
];

const CERTIFICATES: readonly Certificate[] = [
  {
    name: 'apiserver',
    subject: '/CN=kube-apiserver',
    names: [
      ...['127.0.0.1', NODE_IP, API_SERVICE_IP].map((address) => `IP:${address}`),
      ...API_NAMES.map((name) => `DNS:${name}`),
    ].join(','),
  },
  {
    name: 'kubelet-server',
    subject: `/O=system:nodes/CN=system:node:${NODE_NAME}`,
    names: `IP:${NODE_IP},DNS:${NODE_NAME}`,
  },
  { name: 'apiserver-kubelet', subject: '/O=system:masters/CN=apiserver-kubelet' },
  { name: 'front-proxy', subject: '/CN=front-proxy' },
];

/** Who signs in at the API with a kubeconfig, by its file's name. */
const USERS: readonly Certificate[] = [
  { name: 'admin', subject: '/O=system:masters/CN=admin' },
  { name: 'controller-manager', subject: '/CN=system:kube-controller-manager' },
  { name: 'scheduler', subject: '/CN=system:kube-scheduler' },
  { name: 'proxy', subject: '/CN=system:kube-proxy' },
  { name: 'kubelet', subject: `/O=system:nodes/CN=system:node:${NODE_NAME}` },
];

/** Makes the authority, all certificates, and a kubeconfig for each user: `pki` and `kubeconfig` of the folder. Once. */
export async function makeCertificates(folder: string): Promise<void> {
  const [pki, configs] = [join(folder, 'pki'), join(folder, 'kubeconfig')];
  if (existsSync(join(configs, 'kubelet'))) {
    return;
  }
  mkdirSync(pki, { recursive: true });
  mkdirSync(configs, { recursive: true });
  // Without the extensions that the machine's own configuration would add.
  writeFileSync(join(pki, 'openssl.cnf'), '[req]\ndistinguished_name = name\n[name]\n');
  const sign = (name: string, subject: string, extensions: readonly string[], more: readonly string[] = []) =>
    runToEnd({
      command: 'openssl',
      args: [
        ...[
          'req',
          '-x509',
          '-config',
          'openssl.cnf',
          '-newkey',
          'rsa:2048',
          '-nodes',
          '-days',
          '365',
          '-subj',
          subject,
        ],
        ...['-keyout', `${name}.key`, '-out', `${name}.crt`, ...more],
        ...extensions.flatMap((extension) => ['-addext', extension]),
      ],
      cwd: pki,
    });
  await sign('ca', '/CN=cluster-ca', ['basicConstraints=critical,CA:TRUE']);
  for (const { name, subject, names } of [...CERTIFICATES, ...USERS]) {
    const use =
      names === undefined
        ? ['extendedKeyUsage=clientAuth']
        : ['extendedKeyUsage=serverAuth', `subjectAltName=${names}`];
    await sign(name, subject, use, ['-CA', 'ca.crt', '-CAkey', 'ca.key']);
  }
  const accounts = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  writeFileSync(join(pki, 'accounts.key'), accounts.privateKey, { mode: 0o600 });
  writeFileSync(join(pki, 'accounts.pub'), accounts.publicKey);
  const encoded = (file: string): string => readFileSync(join(pki, file)).toString('base64');
  for (const { name } of USERS) {
    const cluster = { server: `https://${NODE_IP}:6443`, 'certificate-authority-data': encoded('ca.crt') };
    const user = { 'client-certificate-data': encoded(`${name}.crt`), 'client-key-data': encoded(`${name}.key`) };
    const config = {
      ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'cluster' },
      clusters: [{ name: 'cluster', cluster }],
      users: [{ name, user }],
      contexts: [{ name: 'cluster', context: { cluster: 'cluster', user: name } }],
    };
    writeFileSync(join(configs, name), JSON.stringify(config), { mode: 0o600 });
  }
}
