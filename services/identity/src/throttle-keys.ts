import type { ThrottleKey } from '@postloom/persistence';
import { config } from './config.ts';
import type { LimitName } from './config.ts';

/** The throttle of one of identity's settings `LIMIT_…` for one subject. */
export function throttleKey(name: LimitName, ...subject: string[]): ThrottleKey {
  return { name, limit: config[name], subject };
}
