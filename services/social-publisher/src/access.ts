import { AppError } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';

/** The business a request is about. @throws {AppError} no_business */
export function businessOf(context: RpcContext): string {
  if (context.businessId === null) {
    throw new AppError('no_business');
  }
  return context.businessId;
}

/** Like `businessOf`, for calls that change something. @throws {AppError} no_business, forbidden (viewers) */
export function writableBusinessOf(context: RpcContext): { businessId: string; userId: string; payerId: string } {
  const businessId = businessOf(context);
  if (context.role === 'viewer') {
    throw new AppError('forbidden');
  }
  if (context.userId === null || context.payerId === null) {
    throw new AppError('unauthorized');
  }
  return { businessId, userId: context.userId, payerId: context.payerId };
}
