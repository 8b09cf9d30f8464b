import { createHash } from 'node:crypto';
import type { RateLimit } from '@postloom/chassis';

/** What is limited: a rule and whom it counts. Subjects are hashed, so the table stores no addresses. */
export interface ThrottleKey {
  /** The rule's name; part of the row's key and a label of the metric. */
  readonly name: string;
  readonly limit: RateLimit;
  readonly subject: readonly string[];
}

/** Key of the throttle's row. */
export function throttleRowKey({ name, subject }: ThrottleKey): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([name, ...subject]))
    .digest();
}

/** The order in which rows are locked: the same in every transaction, so that two of them never wait in a circle. */
export function inLockOrder(keys: readonly ThrottleKey[]): ThrottleKey[] {
  return [...keys].sort((a, b) => throttleRowKey(a).compare(throttleRowKey(b)));
}

/** 'in 30 seconds', 'in 12 minutes', 'in 2 hours': rounded up, so that waiting this long is enough. */
export function waitInWords(seconds: number): string {
  const unit = (count: number, name: string): string => `in ${count} ${name}${count === 1 ? '' : 's'}`;
  if (seconds < 90) {
    return unit(Math.max(1, Math.ceil(seconds)), 'second');
  }
  return seconds < 5_400 ? unit(Math.ceil(seconds / 60), 'minute') : unit(Math.ceil(seconds / 3_600), 'hour');
}
