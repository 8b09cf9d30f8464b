import { AppError } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';

/** The person a request is made for. @throws AppError `unauthorized` when the caller has none. */
export function signedIn(context: Pick<RpcContext, 'userId'>): string {
  if (context.userId === null) {
    throw new AppError('unauthorized');
  }
  return context.userId;
}
