import { AppError } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { signedIn } from '../users/index.ts';
import type { Member } from './report-schedules.repository.ts';

/** @throws AppError unauthorized, no_business */
export function memberOf(context: RpcContext): Member {
  const userId = signedIn(context);
  if (context.businessId === null) {
    throw new AppError('no_business');
  }
  return { userId, businessId: context.businessId };
}
