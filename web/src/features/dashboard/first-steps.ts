import type { AnswerOf } from '@postloom/contracts';
import type { routes } from '#lib/api/index.ts';
import type { PostCounts } from '#data/posts.ts';

/** What the coming days hold. */
type Coming = Pick<AnswerOf<typeof routes.calendar>, 'posts' | 'occurrences'>;

/** How far a business is with its posts: it has none, drafts alone, or more. */
export type PostProgress = 'none' | 'drafts' | 'scheduled';

/** Something that recurs counts as scheduled: its posts come by themselves. `coming` is null when it could not be read. */
export function progressOf({ posts, begun }: PostCounts, coming: Coming | null): PostProgress {
  if (begun > 0 || (coming !== null && recurringIn(coming) > 0)) {
    return 'scheduled';
  }
  return posts === 0 ? 'none' : 'drafts';
}

const recurringIn = ({ occurrences = [] }: Coming): number =>
  occurrences.filter(({ status }) => status !== 'skipped').length;

/**
 * Whether the first week is planned: the coming days hold more than the first post, as drafts with a time or scheduled, or something that
 * recurs. A business that has brought more than one post on its way is past its first week, whatever the coming days hold.
 */
export function isWeekPlanned(coming: Coming, { begun }: PostCounts): boolean {
  const waiting = coming.posts.filter(({ status }) => status === 'scheduled' || status === 'draft').length;
  return waiting > 1 || recurringIn(coming) > 0 || begun > 1;
}
