import type { AnswerOf } from '@postloom/contracts';
import type { routes } from '#lib/api/index.ts';
import type { PostCounts } from '#data/posts.ts';

type Calendar = AnswerOf<typeof routes.calendar>;

/** How far a business is with its posts: it has none, drafts alone, or more. */
export type PostProgress = 'none' | 'drafts' | 'scheduled';

export function progressOf({ posts, begun }: PostCounts): PostProgress {
  if (posts === 0) {
    return 'none';
  }
  return begun > 0 ? 'scheduled' : 'drafts';
}

/**
 * Whether the first week is planned: the coming days hold more than the first post, as drafts with a time or scheduled, or something that
 * recurs. A business that has brought more than one post on its way is past its first week, whatever the coming days hold.
 */
export function isWeekPlanned(coming: Pick<Calendar, 'posts' | 'occurrences'>, { begun }: PostCounts): boolean {
  const waiting = coming.posts.filter(({ status }) => status === 'scheduled' || status === 'draft').length;
  const recurring = (coming.occurrences ?? []).filter(({ status }) => status !== 'skipped').length;
  return waiting > 1 || recurring > 0 || begun > 1;
}
