import { clientAddressOf } from '../http/index.ts';
import type { GatewayRequest } from '../http/index.ts';

/** For throttles and for recognising where a person signed in before. */
export function originOf(request: GatewayRequest): { address: string; userAgent: string } {
  return { address: clientAddressOf(request), userAgent: (request.headers['user-agent'] ?? 'unknown').slice(0, 400) };
}
