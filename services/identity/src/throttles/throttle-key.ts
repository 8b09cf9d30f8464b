import { createHash } from 'node:crypto';
import type { LimitName } from '../config.ts';

/** What is limited: a rule and whom it counts. Subjects are hashed, so the table holds no address of anybody. */
export interface ThrottleKey {
  readonly limit: LimitName;
  readonly subject: readonly string[];
}

/** Key of the throttle's row. */
export function throttleRowKey({ limit, subject }: ThrottleKey): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([limit, ...subject]))
    .digest();
}

/** 'in 30 seconds', 'in 12 minutes', 'in 2 hours': rounded up, so that waiting this long is enough. */
export function waitInWords(seconds: number): string {
  const unit = (count: number, name: string): string => `in ${count} ${name}${count === 1 ? '' : 's'}`;
  if (seconds < 90) {
    return unit(Math.max(1, Math.ceil(seconds)), 'second');
  }
  return seconds < 5_400 ? unit(Math.ceil(seconds / 60), 'minute') : unit(Math.ceil(seconds / 3_600), 'hour');
}

/**
 * The order in which one transaction locks the rows. Always the narrowest first: two transactions can then wait for each
 * other but never in a circle, because each takes at most one row of a kind.
 */
const lockOrder: readonly LimitName[] = [
  'limitSignInPair',
  'limitSignInAccount',
  'limitTakenNotice',
  'limitResetMail',
  'limitPlanChange',
  'limitSignInAddress',
  'limitRegister',
  'limitForgot',
];

export function inLockOrder(keys: readonly ThrottleKey[]): ThrottleKey[] {
  return [...keys].sort((a, b) => lockOrder.indexOf(a.limit) - lockOrder.indexOf(b.limit));
}
