import type { Principal } from '@postloom/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A Fastify request as the gateway's hooks and guard complete it. */
export interface GatewayRequest extends FastifyRequest {
  /** Set by the guard on routes that need a session. */
  principal?: Principal;
}

export type GatewayReply = FastifyReply;

/** Aborted when nothing can be answered any more: the answer was sent, or the connection closed before. */
export function whenLeft({ raw }: Pick<GatewayReply, 'raw'>): AbortSignal {
  const left = new AbortController();
  if (raw.destroyed) {
    left.abort(); // while the session was looked up: `close` does not come again
  } else {
    raw.once('close', () => left.abort());
  }
  return left.signal;
}

/** The query's parameters that occur exactly once, each cut to `longest` characters: for callers whose parameters we do not define. */
export function queryOf(request: GatewayRequest, longest = Number.POSITIVE_INFINITY): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length <= longest,
    ),
  );
}

/** The body of a route whose body is kept as it came; empty when there is none. */
export function bytesOf(request: GatewayRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}
