import type { Platform } from '@postloom/contracts';
import { platforms } from '#lib/contract-data.ts';
import { postStatuses } from '#ui/index.ts';
import { platformsOf, statusOf, type CalendarEntry, type EntryStatus } from '#data/calendar-entries.ts';

/** What can be asked for, in the order of the legend. */
export const filterStatuses: readonly EntryStatus[] = [...postStatuses, 'attention', 'recurring'];

/** What of the calendar is shown; an empty set leaves everything in. */
export type CalendarFilters = {
  platforms: ReadonlySet<Platform>;
  statuses: ReadonlySet<EntryStatus>;
  /** One recurring schedule. */
  schedule: string | null;
  /** In the caption, for all platforms or for one. */
  words: string;
  /** Only what a person should check. */
  onlyTroubled: boolean;
};

function chosen<T extends string>(text: string | null, known: readonly T[]): ReadonlySet<T> {
  const words = text?.split(',') ?? [];
  return new Set(known.filter((one) => words.includes(one)));
}

/** The filters an address names; unknown words in it are left out. */
export function filtersOf(get: (name: string) => string | null): CalendarFilters {
  return {
    platforms: chosen(get('platform'), platforms),
    statuses: chosen(get('status'), filterStatuses),
    schedule: get('schedule'),
    words: get('words') ?? '',
    onlyTroubled: get('check') === '1',
  };
}

/** The same as names of an address. */
export function addressOf(filters: CalendarFilters): Record<string, string | null> {
  return {
    platform: [...filters.platforms].join(',') || null,
    status: [...filters.statuses].join(',') || null,
    schedule: filters.schedule,
    words: filters.words || null,
    check: filters.onlyTroubled ? '1' : null,
  };
}

/** How many kinds of filters are set in the filter's own form. */
export function countOf({ platforms: chosenPlatforms, statuses, schedule, words }: CalendarFilters): number {
  return [chosenPlatforms.size > 0, statuses.size > 0, schedule !== null, words.trim() !== ''].filter(Boolean).length;
}

export type FilterFacts = {
  /** Posts that the chosen schedule has made. */
  postsOfSchedule: ReadonlySet<string>;
  isTroubled(key: string): boolean;
};

export function isShown(entry: CalendarEntry, filters: CalendarFilters, facts: FilterFacts): boolean {
  if (filters.platforms.size > 0 && !platformsOf(entry).some((one) => filters.platforms.has(one))) {
    return false;
  }
  if (filters.statuses.size > 0 && !filters.statuses.has(statusOf(entry))) {
    return false;
  }
  if (filters.schedule !== null && !isOfSchedule(entry, filters.schedule, facts.postsOfSchedule)) {
    return false;
  }
  const words = filters.words.trim().toLowerCase();
  if (words !== '' && !captionsOf(entry).some((caption) => caption.toLowerCase().includes(words))) {
    return false;
  }
  return !filters.onlyTroubled || facts.isTroubled(entry.key);
}

function isOfSchedule(entry: CalendarEntry, schedule: string, posts: ReadonlySet<string>): boolean {
  return entry.kind === 'post' ? posts.has(entry.post.id) : entry.occurrence.scheduleId === schedule;
}

function captionsOf(entry: CalendarEntry): readonly string[] {
  return entry.kind === 'post'
    ? [entry.post.caption, ...Object.values(entry.post.captionByPlatform ?? {})]
    : [entry.occurrence.caption ?? ''];
}
