import type { Occurrence, Post } from '@postloom/contracts';
import { shownStatus } from '#data/post-state.ts';
import { platformRules } from '#lib/contract-data.ts';
import { formatDay } from '#lib/format.ts';
import { dayIn } from '#lib/month-grid.ts';
import { listOf } from '#lib/words.ts';

/**
 * What became of the post of an occurrence, in a few words. Since it was made it may have failed, been moved to another day, or been taken
 * back, which its occurrence does not know.
 */
export function lookOfPost(
  post: Pick<Post, 'status' | 'scheduledFor' | 'targets'>,
  { dueAt }: Pick<Occurrence, 'dueAt'>,
  timeZone: string,
): { tone: 'woad' | 'moss' | 'weld' | 'madder'; label: string } {
  const day = dayIn(timeZone, post.scheduledFor ?? dueAt);
  const isMoved = day !== dayIn(timeZone, dueAt);
  switch (shownStatus(post)) {
    case 'published':
      return { tone: 'moss', label: isMoved ? `Posted on ${formatDay(day)}` : 'Posted' };
    case 'scheduled':
      return { tone: 'woad', label: isMoved ? `Scheduled for ${formatDay(day)}` : 'Scheduled' };
    case 'attention':
      return { tone: 'weld', label: 'Needs attention' };
    case 'draft':
      return { tone: 'weld', label: 'Draft' };
    case 'failed':
      return post.targets.some(({ status }) => status === 'published')
        ? { tone: 'weld', label: `Posted, but not on ${listOf(failedPlatforms(post))}` }
        : { tone: 'madder', label: 'Failed' };
  }
}

function failedPlatforms({ targets }: Pick<Post, 'targets'>): readonly string[] {
  return targets.filter(({ status }) => status === 'failed').map(({ platform }) => platformRules[platform].name);
}
