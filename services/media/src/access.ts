import { AppError } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';

/** The business comes from the session, never from the input. @throws AppError no_business */
export function businessOf(context: RpcContext): string {
  if (context.businessId === null) {
    throw new AppError('no_business');
  }
  return context.businessId;
}

/** The signed-in person. @throws AppError unauthorized */
export function personOf(context: RpcContext): string {
  if (context.userId === null) {
    throw new AppError('unauthorized');
  }
  return context.userId;
}

/** @throws AppError no_business, forbidden (viewers read only) */
export function writerOf(context: RpcContext): { readonly businessId: string; readonly payerId: string } {
  const businessId = businessOf(context);
  if (context.role === 'viewer') {
    throw new AppError('forbidden');
  }
  if (context.payerId === null) {
    throw new AppError('no_business');
  }
  return { businessId, payerId: context.payerId };
}

/** Who may change the profile of the business. @throws AppError no_business, forbidden */
export function profileOwnerOf(context: RpcContext): { readonly businessId: string; readonly payerId: string } {
  const owner = writerOf(context);
  if (context.role !== 'owner' && context.role !== 'admin') {
    throw new AppError('forbidden');
  }
  return owner;
}
