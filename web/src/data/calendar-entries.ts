import type { Occurrence, Platform, Post } from '@postloom/contracts';
import { listOf, plural } from '#lib/words.ts';
import type { ShownStatus } from '#ui/index.ts';
import { shownAt, shownStatus } from './post-state.ts';

export type PostEntry = { kind: 'post'; key: string; at: string; post: Post };
/** What a day of the calendar holds: a post, or what a recurring schedule will bring. */
export type CalendarEntry = PostEntry | { kind: 'occurrence'; key: string; at: string; occurrence: Occurrence };

/** How an entry is shown: a post by its status, what is not a post yet as recurring. */
export type EntryStatus = ShownStatus | 'recurring';

type DayOf = (instant: string) => string;

export function statusOf(entry: CalendarEntry): EntryStatus {
  return entry.kind === 'post' ? shownStatus(entry.post) : 'recurring';
}

export function platformsOf(entry: CalendarEntry): readonly Platform[] {
  return entry.kind === 'post' ? entry.post.platforms : entry.occurrence.platforms;
}

/** The picture an entry is known by: its cover. */
export function coverOf(entry: CalendarEntry): string | null {
  return entry.kind === 'post' ? entry.post.photoId : entry.occurrence.photoId;
}

/** Posts that have a place in the calendar. Posts without a date are left out. */
export function postEntries(posts: readonly Post[]): readonly PostEntry[] {
  return posts.flatMap((post) => {
    const at = shownAt(post);
    return at === null ? [] : [{ kind: 'post', key: post.id, at, post }];
  });
}

/** Posts and coming occurrences by time. Occurrences that are skipped or have their post already are left out. */
export function entriesOf(posts: readonly Post[], occurrences: readonly Occurrence[]): readonly CalendarEntry[] {
  const coming = occurrences
    .filter((one) => one.status !== 'skipped' && one.postId === null)
    .map((occurrence): CalendarEntry => ({
      kind: 'occurrence',
      key: `${occurrence.scheduleId}/${occurrence.localSlot}`,
      at: occurrence.dueAt,
      occurrence,
    }));
  return [...postEntries(posts), ...coming].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Entries by the calendar day of the zone, each day's by time. */
export function byDay<E extends CalendarEntry>(entries: readonly E[], dayOf: DayOf): ReadonlyMap<string, readonly E[]> {
  return Map.groupBy(entries, (entry) => dayOf(entry.at));
}

/** '2 posts', '1 post and 2 recurring', 'nothing'. */
export function countText(entries: readonly CalendarEntry[]): string {
  const recurring = entries.filter((entry) => entry.kind === 'occurrence').length;
  const posts = entries.length - recurring;
  const parts = [...(posts > 0 ? [plural(posts, 'post')] : []), ...(recurring > 0 ? [`${recurring} recurring`] : [])];
  return listOf(parts) || 'nothing';
}
