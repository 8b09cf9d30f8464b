import type { Occurrence, Post } from '@postloom/contracts';
import { shownAt } from './post-state.ts';

/** What stands on a day of the calendar: a post, or what a recurring schedule will bring. */
export type CalendarEntry =
  { kind: 'post'; at: string; post: Post } | { kind: 'occurrence'; at: string; occurrence: Occurrence };

export function entryKey(entry: CalendarEntry): string {
  return entry.kind === 'post' ? entry.post.id : `${entry.occurrence.scheduleId}/${entry.occurrence.localSlot}`;
}

/**
 * Posts and coming occurrences by the calendar day of the zone, each day's by time. Posts without a date and occurrences that
 * are skipped or have their post already are left out.
 */
export function entriesByDay(
  posts: readonly Post[],
  occurrences: readonly Occurrence[],
  dayOf: (instant: string) => string,
): ReadonlyMap<string, readonly CalendarEntry[]> {
  const entries: CalendarEntry[] = [
    ...posts.flatMap((post): CalendarEntry[] => {
      const at = shownAt(post);
      return at === null ? [] : [{ kind: 'post', at, post }];
    }),
    ...occurrences
      .filter((one) => one.status !== 'skipped' && one.postId === null)
      .map((occurrence): CalendarEntry => ({ kind: 'occurrence', at: occurrence.dueAt, occurrence })),
  ];
  const days = new Map<string, CalendarEntry[]>();
  for (const entry of entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    const day = dayOf(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return days;
}

/** '2 posts', '1 post and 2 recurring', 'nothing'. */
export function countText(entries: readonly CalendarEntry[]): string {
  const recurring = entries.filter((entry) => entry.kind === 'occurrence').length;
  const posts = entries.length - recurring;
  const parts = [
    ...(posts > 0 ? [posts === 1 ? '1 post' : `${posts} posts`] : []),
    ...(recurring > 0 ? [`${recurring} recurring`] : []),
  ];
  return parts.join(' and ') || 'nothing';
}
