import type { Principal } from '@postloom/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A Fastify request as the gateway's hooks and guard complete it. */
export interface GatewayRequest extends FastifyRequest {
  /** Set by the guard on routes that need a session. */
  principal?: Principal;
}

export type GatewayReply = FastifyReply;

/** What stands in the address once, at most `longest` characters of each: for callers whose parameters are not ours to name. */
export function queryOf(request: GatewayRequest, longest = Number.POSITIVE_INFINITY): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length <= longest,
    ),
  );
}
