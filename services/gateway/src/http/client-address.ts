import { isIPv6 } from 'node:net';
import type { GatewayRequest } from './request.ts';

/**
 * What limits and throttles count as one client: an IPv4 address, or the /64 network of an IPv6 address (`2001:db8:0:1::/64`), because a
 * subscriber is assigned at least that and may send each request from another of its addresses. IPv4-mapped addresses count as IPv4.
 * At most 64 characters. The address comes from a trusted proxy, if there is one (Fastify's `trustProxy`).
 */
export function clientAddressOf(request: Pick<GatewayRequest, 'ip'>): string {
  const address = request.ip.replace(/%.*$/, '');
  if (!isIPv6(address)) {
    return address.slice(0, 64);
  }
  const groups = groupsOf(address);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight groups of an IPv6 address; URL knows all spellings, dotted IPv4 tails included. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const numbers = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [numbers(head), numbers(tail ?? '')];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}
