import { lookup as systemLookup } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

/**
 * Which addresses an outbound call may reach. Everything that is not a public unicast address is refused: loopback,
 * private, link-local (cloud metadata), carrier NAT, documentation, multicast, reserved, and every IPv6 form that
 * carries an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo), because the carried one would be reached.
 */
// One list per family: a single one would apply the rule for mapped addresses (::ffff:0:0/96) to plain IPv4 ones.
const blocked = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  blocked.ipv4.addSubnet(net, bits, 'ipv4');
}
for (const [net, bits] of [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  blocked.ipv6.addSubnet(net, bits, 'ipv6');
}

/** True for an address that must not be reached unless private addresses are allowed. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(plain);
  if (family === 0) {
    return true;
  } // not an address at all: refuse rather than guess
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  return blocked[kind].check(plain, kind);
}

/** The name resolved to a refused address. Carries its own code so that the HTTP client can tell it from a DNS fault. */
export class BlockedAddress extends Error {
  readonly code = 'EBLOCKED';

  constructor(host: string) {
    super(`${host} is not a public address`);
    this.name = 'BlockedAddress';
  }
}

/**
 * A resolver for sockets that hands out only checked addresses. The socket connects to exactly the address that was
 * checked, so a name that changes between check and use (DNS rebinding) gains nothing. One refused address refuses
 * the whole name.
 */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses: LookupAddress[] = Array.isArray(found) ? found : [];
    const first = addresses[0];
    if (error || !first) {
      callback(error ?? Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' }), '', 0);
    } else if (addresses.some((entry) => isPrivateAddress(entry.address))) {
      callback(new BlockedAddress(hostname), '', 0);
    } else if (options.all) {
      callback(null, addresses);
    } else {
      callback(null, first.address, first.family);
    }
  });
};
