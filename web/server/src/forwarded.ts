import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { TrustedProxies } from './trusted-proxies.ts';

/** Headers that belong to one connection and are never passed on (RFC 9110, 7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);

export const withoutHopByHop = (headers: IncomingHttpHeaders): OutgoingHttpHeaders => {
  const named = String(headers.connection ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  const kept: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    // `:path` and the like are HTTP/2's request line.
    if (value !== undefined && !name.startsWith(':') && !hopByHop.has(name) && !named.includes(name)) {
      kept[name] = value;
    }
  }
  return kept;
};

/** Who asks, and how: what the gateway must know of the connection that ends here. */
export interface Caller {
  readonly client: string;
  readonly proto: 'http' | 'https';
  readonly host: string;
}

const plain = (address: string | undefined): string => (address ?? '').trim().replace(/^::ffff:/, '');

/**
 * Address, scheme and host of the person in front. Headers are believed of trusted proxies alone: the address is the last in
 * the chain that is no such proxy.
 */
export const callerOf = (request: IncomingMessage, isTrusted: TrustedProxies): Caller => {
  const peer = plain(request.socket.remoteAddress);
  const own = (request.socket as Partial<TLSSocket>).encrypted === true ? 'https' : 'http';
  const host = request.headers.host ?? String(request.headers[':authority'] ?? '');
  if (!isTrusted(peer)) {
    return { client: peer, proto: own, host };
  }
  const chain = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(plain)
    .filter((address) => address !== '');
  const client = chain.findLast((address) => !isTrusted(address)) ?? chain[0] ?? peer;
  const forwarded = request.headers['x-forwarded-proto'];
  return { client, proto: forwarded === 'https' || forwarded === 'http' ? forwarded : own, host };
};

/** The trace that the request belongs to: its own when it names one (W3C trace context), else a new one that is not sampled. */
export const traceparentOf = (request: IncomingMessage): string => {
  const given = String(request.headers['traceparent'] ?? '');
  return /^[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(given)
    ? given
    : `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;
};
