import { AppError } from '@postloom/contracts';
import type { Principal } from '@postloom/contracts';
import type { Caller } from '@postloom/messaging';
import type { GatewayRequest } from './request.ts';

const LONGEST_IDEMPOTENCY_KEY = 255;

/** The caller passed with every rpc of this request. Before sign-in it holds only a request id. */
export function callerOf(request: GatewayRequest): Caller {
  const principal = request.principal;
  return {
    requestId: request.id,
    userId: principal?.userId ?? null,
    businessId: principal?.businessId ?? null,
    payerId: principal?.payerId ?? principal?.userId ?? null,
    role: principal?.role ?? null,
    idempotencyKey: idempotencyKey(request),
  };
}

/** The signed-in person; only for routes behind the guard. */
export function principalOf(request: GatewayRequest): Principal {
  if (!request.principal) {
    throw new AppError('unauthorized');
  }
  return request.principal;
}

function idempotencyKey(request: GatewayRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') {
    return null;
  }
  if (typeof key !== 'string' || key.length > LONGEST_IDEMPOTENCY_KEY) {
    throw new AppError('validation_failed', `An Idempotency-Key has at most ${LONGEST_IDEMPOTENCY_KEY} characters.`);
  }
  return key;
}
