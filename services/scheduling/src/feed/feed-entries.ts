import { platformRules } from '@postloom/contracts';
import type { Post } from '@postloom/contracts';
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

function title(caption: string): string {
  const [line = ''] = caption.trim().split('\n', 1);
  const characters = [...line];
  return characters.length <= TITLE_LENGTH ? line : `${characters.slice(0, TITLE_LENGTH).join('').trimEnd()}…`;
}
