import { formatDay, formatNumber } from '#lib/format.ts';
import { plural, postName } from '#lib/words.ts';

/** A post in a sentence, by the beginning of its caption. */
const quoted = (caption: string) => `“${postName(caption, 40)}”`;

/** What a toast says of one post, and of many. */
export type ChangeTexts = { one: string; many(count: number): string; description?: string };

export const calendarTexts = {
  scheduled: (posts: number) => plural(posts, 'scheduled post'),
  /** Of posts, and of what recurring schedules will bring, which are no posts yet. */
  toCheck: (entries: number) => `${formatNumber(entries)} to check`,
  selected: (posts: number) => `${plural(posts, 'post')} selected`,
  selectNone: 'Click posts to select them',
  selectAll: 'Select all',
  shift: (days: number) => `${plural(Math.abs(days), 'day')} ${days > 0 ? 'later' : 'earlier'}`,
  earlierIn: (month: string, count: string) => `Earlier in ${month}: ${count}`,
  nothingMore: (month: string) => `Nothing more is planned in ${month}.`,
  offline: (period: string) => `You’re offline. Posts for ${period} will load when you’re back online.`,
  truncated: 'This month has more posts than can be shown. The latest ones are left out.',
  historyCut: (posts: number) =>
    `Only the latest ${posts} posts of this schedule are shown here. Clear the filter to see older ones.`,
  filtered: 'Some posts are filtered out. Show all',
  zone: (place: string, offset: string) => `Days and times in ${place} (${offset})`,
  ownZone: (zone: string) => `Your device is on ${zone}.`,
  recurring: 'Recurring',
  nothingAhead:
    'Nothing is planned from today on. A week with times and words from your trade is ready to change and plan.',
  planWeek: 'Plan Your Week',
  notWrittenYet: 'This becomes a post shortly before it’s due.',
  howToMove: 'Drag it to another day, or press Space and use the arrow keys.',
  day: {
    addable: 'Nothing planned yet.',
    over: 'Nothing went out.',
  },
  tray: {
    photos: 'Drag a photo onto a day to write a post with it',
    drafts: 'Drag a draft onto a day to schedule it',
    proposed: (moment: string) => `Proposed for ${moment}`,
    noDrafts: 'Drafts without a date wait here until you give them one.',
    noPhotos: 'Photos you upload appear here.',
  },
} as const;

/** What is said of a post that is moved, unscheduled or deleted. */
export const changeTexts = {
  moved: (to = ''): ChangeTexts => ({
    one: 'Post rescheduled',
    many: (count) => `${plural(count, 'post')} rescheduled`,
    description: to,
  }),
  unscheduled: (caption = ''): ChangeTexts => ({
    one: 'Moved to drafts',
    many: (count) => `${plural(count, 'post')} moved to drafts`,
    description: `${quoted(caption)} won’t go out.`,
  }),
  deleted: { one: 'Post deleted', many: (count) => `${plural(count, 'post')} deleted` } satisfies ChangeTexts,
  undone: (caption = ''): ChangeTexts => ({
    one: 'Undone',
    many: (count) => `${plural(count, 'post')} put back`,
    description: `${quoted(caption)} is back where it was.`,
  }),
  refused: 'Post not changed',
  someRefused: (done: string, refused: number) => `${done}, ${refused} not changed`,
  theRefused: 'These posts were not changed.',
  failed: 'The post could not be changed. Please try again.',
  elsewhere: 'In the business you were in before',
  dayPassed: { title: 'That day has passed', description: 'Drop the photo on today or a later day.' },
  timePassed: (day: string) => `That time has already passed on ${formatDay(day)}. Choose a later day or time.`,
  noDate: 'This draft has no date yet.',
  alreadyDraft: 'This post is already a draft.',
  notScheduled: 'Only scheduled posts can be moved to drafts.',
  pickedUp: (caption: string) =>
    `Picked up ${quoted(caption)}. Choose a day with the arrow keys, then press Enter to drop it or Escape to cancel.`,
  carrying: (caption: string, day: string) =>
    `Moving ${quoted(caption)} to ${formatDay(day)}: arrow keys, then Enter. Escape cancels.`,
  putDown: 'Not moved.',
} as const;

export const feedTexts = {
  description:
    'See scheduled and recurring posts in Google Calendar, Apple Calendar, Outlook, or any app that can subscribe to a calendar.',
  shownOnce: 'This is the only time it’s shown. Anyone who has it can see your calendar, so keep it private.',
  isOn: (since: string | null) =>
    `Your calendar has an address${since ? `, created on ${since}` : ''}. It was only shown then. If you’ve lost it, create a new one; the old one will stop working.`,
  isOff: 'There is no address yet. Anyone who has one can see your calendar without signing in, but nothing else.',
  createFailed: 'The address could not be created. Please try again.',
  copyFailed: 'Failed to copy the address.',
  ended: { title: 'Subscription ended', description: 'The address no longer works.' },
  endFailed: 'The subscription could not be ended. Please try again.',
  warning: 'Calendars that use the current address will stop updating.',
} as const;

/** What a person should check about a post. */
export const troubleTexts = {
  failed: (platforms: string) => (platforms ? `Failed on ${platforms}.` : 'Failed.'),
  attention: 'Needs your decision: it isn’t clear whether this went out.',
  connect: (platforms: string) => `Connect ${platforms} so this can go out.`,
  rules: (errors: number) => `${plural(errors, 'thing')} to fix before this can go out.`,
  close: (minutes: number, platforms: string, time: string) =>
    `Less than ${minutes} minutes from another post on ${platforms}, at ${time}.`,
} as const;
