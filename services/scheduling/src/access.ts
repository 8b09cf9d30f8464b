import { AppError } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';

/** The caller, once it is known that the call concerns a business. */
export interface Tenant {
  readonly businessId: string;
  readonly userId: string | null;
}

/** The business comes from the session, never from the input. @throws AppError no_business */
export function tenantOf(context: RpcContext): Tenant {
  if (context.businessId === null) {
    throw new AppError('no_business');
  }
  return { businessId: context.businessId, userId: context.userId };
}

/** @throws AppError no_business, forbidden (viewers read only) */
export function writerOf(context: RpcContext): Tenant & { readonly payerId: string } {
  const tenant = tenantOf(context);
  if (context.role === null || context.role === 'viewer') {
    throw new AppError('forbidden');
  }
  if (context.payerId === null) {
    throw new AppError('no_business');
  }
  return { ...tenant, payerId: context.payerId };
}
