import type { Principal } from '@postloom/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A Fastify request as the gateway's hooks and guard complete it. */
export interface GatewayRequest extends FastifyRequest {
  /** Set by the guard on routes that need a session. */
  principal?: Principal;
}

export type GatewayReply = FastifyReply;
