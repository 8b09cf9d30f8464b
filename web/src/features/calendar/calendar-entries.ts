import type { Occurrence, Post } from '@postloom/contracts';
import { shownAt } from '#data/post-state.ts';
import { listOf, plural } from '#lib/words.ts';

export type PostEntry = { kind: 'post'; at: string; post: Post };
/** What stands on a day of the calendar: a post, or what a recurring schedule will bring. */
export type CalendarEntry = PostEntry | { kind: 'occurrence'; at: string; occurrence: Occurrence };

type DayOf = (instant: string) => string;

export function entryKey(entry: CalendarEntry): string {
  return entry.kind === 'post' ? entry.post.id : `${entry.occurrence.scheduleId}/${entry.occurrence.localSlot}`;
}

function byDay<E extends CalendarEntry>(entries: readonly E[], dayOf: DayOf): ReadonlyMap<string, readonly E[]> {
  const ordered = entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return Map.groupBy(ordered, (entry) => dayOf(entry.at));
}

function postEntries(posts: readonly Post[]): readonly PostEntry[] {
  return posts.flatMap((post) => {
    const at = shownAt(post);
    return at === null ? [] : [{ kind: 'post', at, post }];
  });
}

/** Posts by the calendar day of the zone, each day's by time. Posts without a date are left out. */
export function postsByDay(posts: readonly Post[], dayOf: DayOf): ReadonlyMap<string, readonly PostEntry[]> {
  return byDay(postEntries(posts), dayOf);
}

/** The same with coming occurrences among them. Those that are skipped or have their post already are left out. */
export function entriesByDay(
  posts: readonly Post[],
  occurrences: readonly Occurrence[],
  dayOf: DayOf,
): ReadonlyMap<string, readonly CalendarEntry[]> {
  const coming = occurrences
    .filter((one) => one.status !== 'skipped' && one.postId === null)
    .map((occurrence): CalendarEntry => ({ kind: 'occurrence', at: occurrence.dueAt, occurrence }));
  return byDay([...postEntries(posts), ...coming], dayOf);
}

/** '2 posts', '1 post and 2 recurring', 'nothing'. */
export function countText(entries: readonly CalendarEntry[]): string {
  const recurring = entries.filter((entry) => entry.kind === 'occurrence').length;
  const posts = entries.length - recurring;
  const parts = [...(posts > 0 ? [plural(posts, 'post')] : []), ...(recurring > 0 ? [`${recurring} recurring`] : [])];
  return listOf(parts) || 'nothing';
}
