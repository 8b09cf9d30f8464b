import { AppError } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';

/** The business comes from the session, never from the input. @throws AppError no_business */
export function businessOf(context: RpcContext): string {
  if (context.businessId === null) {
    throw new AppError('no_business');
  }
  return context.businessId;
}

/** The same for who may change something. @throws AppError no_business, forbidden (viewers read only) */
export function writerOf(context: RpcContext): string {
  const businessId = businessOf(context);
  if (context.role === null || context.role === 'viewer') {
    throw new AppError('forbidden');
  }
  return businessId;
}
