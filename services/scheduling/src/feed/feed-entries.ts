import { knownCaption, platformRules } from '@postloom/contracts';
import type { Occurrence, Platform, Post, PostTarget } from '@postloom/contracts';
import type { CalendarEntry } from './i-calendar.ts';

/** Characters of a caption or a schedule's name in an entry's title. */
const TITLE_LENGTH = 60;

const words = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  failed: 'Posting failed',
} as const;
/** What the screens say of a target. */
const targetWords = {
  pending: 'Waiting',
  publishing: 'Publishing',
  published: 'Published',
  failed: 'Failed',
  needs_attention: 'Needs attention',
} as const satisfies Record<PostTarget['status'], string>;
const statuses = {
  draft: 'TENTATIVE',
  scheduled: 'CONFIRMED',
  published: 'CONFIRMED',
  failed: 'CANCELLED',
} as const satisfies Record<Post['status'], CalendarEntry['status']>;

/** A dated post as an entry of the calendar. */
export function feedEntry(post: Post): CalendarEntry {
  const caption = knownCaption(post);
  const targets = post.targets.map(({ platform, status, permalink, error }) => {
    const state = post.status === 'draft' && status === 'pending' ? 'Not scheduled' : targetWords[status];
    const said = error === null ? '' : ` (${error.message})`;
    return `${platformRules[platform].name}: ${state}${said}${permalink === null ? '' : ` ${permalink}`}`;
  });
  return {
    uid: `${post.id}@postloom`,
    sequence: post.version - 1,
    changedAt: new Date(post.updatedAt),
    createdAt: new Date(post.createdAt),
    startsAt: new Date(post.scheduledFor ?? post.createdAt),
    summary: `${namesOf(post.platforms)}: ${title(caption)}`,
    description: [caption, '', words[post.status], ...targets].join('\n'),
    status: statuses[post.status],
    url: post.targets.find(({ permalink }) => permalink !== null)?.permalink ?? null,
  };
}

/** An upcoming occurrence of a recurring schedule that has no post yet; it is called after its schedule while it has no words of its own. */
export function occurrenceEntry(occurrence: Occurrence, schedule: string): CalendarEntry {
  const names = namesOf(occurrence.platforms);
  const startsAt = new Date(occurrence.dueAt);
  return {
    uid: `${occurrence.scheduleId}-${occurrence.localSlot.replaceAll(/[-:]/g, '')}@postloom`,
    sequence: 0,
    // Computed, so it has no timestamp of its own; a constant one keeps an unchanged calendar unchanged.
    ...{ changedAt: startsAt, createdAt: startsAt, startsAt },
    summary: occurrence.caption === null ? `${title(schedule)}: ${names}` : `${names}: ${title(occurrence.caption)}`,
    description: [
      occurrence.caption ?? 'Its photo and words are chosen shortly before.',
      '',
      `Planned by the schedule “${schedule}”`,
    ].join('\n'),
    status: 'TENTATIVE',
    url: null,
  };
}

function namesOf(platforms: readonly Platform[]): string {
  return platforms.map((platform) => platformRules[platform].name).join(', ');
}

function title(caption: string): string {
  const [line = ''] = caption.trim().split('\n', 1);
  const characters = [...line];
  return characters.length <= TITLE_LENGTH ? line : `${characters.slice(0, TITLE_LENGTH).join('').trimEnd()}…`;
}
