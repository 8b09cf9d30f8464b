import type { Principal } from '@postloom/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A Fastify request as the gateway's hooks and guard complete it. */
export interface GatewayRequest extends FastifyRequest {
  /** Set by the guard on routes that need a session. */
  principal?: Principal;
  /** Ends the server span; called when the answer is out. */
  endSpan?: () => void;
}

export type GatewayReply = FastifyReply;
