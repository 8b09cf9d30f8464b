import type { GatewayRequest } from '../http/index.ts';

/** For throttles and the session list. The address comes from a trusted proxy, if there is one (Fastify's `trustProxy`). */
export function originOf(request: GatewayRequest): { address: string; userAgent: string } {
  return { address: request.ip.slice(0, 64), userAgent: (request.headers['user-agent'] ?? 'unknown').slice(0, 400) };
}
