import { platformRules } from '@postloom/contracts';
import type { Occurrence, Post } from '@postloom/contracts';
import type { CalendarEntry } from './i-calendar.ts';

/** Characters of a caption in an entry's title. */
const TITLE_LENGTH = 60;

const words = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  failed: 'Posting failed',
} as const;
const statuses = {
  draft: 'TENTATIVE',
  scheduled: 'CONFIRMED',
  published: 'CONFIRMED',
  failed: 'CANCELLED',
} as const satisfies Record<Post['status'], CalendarEntry['status']>;

/** A dated post as an entry of the calendar. */
export function feedEntry(post: Post): CalendarEntry {
  const names = post.platforms.map((platform) => platformRules[platform].name).join(', ');
  const targets = post.targets.map(({ platform, status, permalink, error }) => {
    const said = error === null ? '' : ` (${error.message})`;
    return `${platformRules[platform].name}: ${status.replace('_', ' ')}${said}${permalink === null ? '' : ` ${permalink}`}`;
  });
  return {
    uid: `${post.id}@postloom`,
    sequence: post.version - 1,
    changedAt: new Date(post.updatedAt),
    createdAt: new Date(post.createdAt),
    startsAt: new Date(post.scheduledFor ?? post.createdAt),
    summary: `${names}: ${title(post.caption)}`,
    description: [post.caption, '', words[post.status], ...targets].join('\n'),
    status: statuses[post.status],
    url: post.targets.find(({ permalink }) => permalink !== null)?.permalink ?? null,
  };
}

/** An upcoming occurrence of a recurring schedule that has no post yet. */
export function occurrenceEntry(occurrence: Occurrence): CalendarEntry {
  const names = occurrence.platforms.map((platform) => platformRules[platform].name).join(', ');
  const startsAt = new Date(occurrence.dueAt);
  return {
    uid: `${occurrence.scheduleId}-${occurrence.localSlot.replaceAll(/[-:]/g, '')}@postloom`,
    sequence: 0,
    // Computed, so it has no timestamp of its own; a constant one keeps an unchanged calendar unchanged.
    ...{ changedAt: startsAt, createdAt: startsAt, startsAt },
    summary: `${names}: ${occurrence.caption === null ? 'recurring post' : title(occurrence.caption)}`,
    description: [
      occurrence.caption ?? 'Its photo and words are chosen shortly before.',
      '',
      'Planned by a schedule',
    ].join('\n'),
    status: 'TENTATIVE',
    url: null,
  };
}

function title(caption: string): string {
  const [line = ''] = caption.trim().split('\n', 1);
  const characters = [...line];
  return characters.length <= TITLE_LENGTH ? line : `${characters.slice(0, TITLE_LENGTH).join('').trimEnd()}…`;
}
