import { BlockList } from 'node:net';
import type { KubeObject, Tree } from './rendered.ts';

/** Somebody on the network. Only pods have labels, and only policies of their own namespace concern them. */
export interface Endpoint {
  readonly name: string;
  readonly ip: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
}
interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}
interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly { readonly port: number; readonly protocol?: string }[];
}
type Direction = 'Ingress' | 'Egress';

function matches(selector: Selector, labels: Readonly<Record<string, string>>): boolean {
  const unknown = Object.keys(selector).filter((key) => key !== 'matchLabels');
  if (unknown.length > 0) {
    throw new Error(`The judge of the policies does not know ${unknown.join(', ')}`);
  }
  return Object.entries(selector.matchLabels ?? {}).every(([name, value]) => labels[name] === value);
}

function isWithin(ip: string, cidr: string): boolean {
  const [network = '', bits] = cidr.split('/');
  const family = network.includes(':') ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return (ip.includes(':') ? 'ipv6' : 'ipv4') === family && list.check(ip, family);
}

function isPeer(peer: Peer, other: Endpoint, ownNamespace: string): boolean {
  if (peer.ipBlock !== undefined) {
    const { cidr, except = [] } = peer.ipBlock;
    return isWithin(other.ip, cidr) && !except.some((hole) => isWithin(other.ip, hole));
  }
  if (other.namespace === undefined || other.labels === undefined) {
    return false;
  }
  const isInNamespace =
    peer.namespaceSelector === undefined
      ? other.namespace === ownNamespace
      : matches(peer.namespaceSelector, { 'kubernetes.io/metadata.name': other.namespace });
  return isInNamespace && matches(peer.podSelector ?? {}, other.labels);
}

/** What Kubernetes' rules for NetworkPolicies say, of one namespace's policies; a pod that none selects is open. */
export class PolicyJudge {
  private readonly policies: readonly KubeObject[];
  private readonly namespace: string;

  constructor(objects: readonly KubeObject[], namespace: string) {
    this.policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
    this.namespace = namespace;
  }

  /** Whether a connection over TCP is let out by the one who begins it and in by the other. */
  mayTalk(from: Endpoint, to: Endpoint, port: number): boolean {
    return this.allows('Egress', from, to, port) && this.allows('Ingress', to, from, port);
  }

  private allows(direction: Direction, self: Endpoint, other: Endpoint, port: number): boolean {
    const { labels, namespace } = self;
    if (labels === undefined || namespace !== this.namespace) {
      return true;
    }
    const concerned = this.policies.filter(
      ({ spec }) =>
        (spec['policyTypes'] as readonly Direction[]).includes(direction) &&
        matches(spec['podSelector'] as Selector, labels),
    );
    return (
      concerned.length === 0 ||
      concerned.some(({ spec }) => rulesOf(spec, direction).some((rule) => this.lets(rule, direction, other, port)))
    );
  }

  private lets(rule: Rule, direction: Direction, other: Endpoint, port: number): boolean {
    const peers = direction === 'Egress' ? rule.to : rule.from;
    const isPort = rule.ports?.some((one) => one.port === port && (one.protocol ?? 'TCP') === 'TCP') ?? true;
    return isPort && (peers?.some((peer) => isPeer(peer, other, this.namespace)) ?? true);
  }
}

const rulesOf = (spec: Tree, direction: Direction): readonly Rule[] =>
  (spec[direction === 'Egress' ? 'egress' : 'ingress'] ?? []) as readonly Rule[];
