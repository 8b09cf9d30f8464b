import { AppError } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';

/** The business comes from the session, never from the input. @throws AppError no_business */
export function businessOf(context: RpcContext): string {
  if (context.businessId === null) {
    throw new AppError('no_business');
  }
  return context.businessId;
}
