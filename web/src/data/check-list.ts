import type { Platform, Post } from '@postloom/contracts';
import { dayIn, monthOf } from '#lib/month-grid.ts';

/** The instant by which a post that needs a person is known: when it was to go out. */
export function troubledAt({ scheduledFor, createdAt }: Post): string {
  return scheduledFor ?? createdAt;
}

/** Where the list of what to check is in the month of a post, which may be one before this; of one platform, where it is said. */
export function checkListOf(post: Post, timeZone: string, platform?: Platform): string {
  const only = platform ? `&platform=${platform}` : '';
  return `/schedule?view=list&month=${monthOf(dayIn(timeZone, troubledAt(post)))}${only}&check=1`;
}
