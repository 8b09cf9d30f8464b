import { plural } from '#lib/words.ts';

/** Of links to reports, and of the page that one leads to. */
export const shareTexts = {
  title: 'Share this report',
  description: (days: string) =>
    `Anybody who has the link can read the report of ${days}, without an account and nothing else. It stays as it is now.`,
  loading: 'Loading your links',
  works: 'The link works for',
  days: (days: number) => plural(days, 'day'),
  create: 'Create link',
  creating: 'Creating...',
  createFailed: 'The link could not be created. Please try again.',
  yourLink: 'Your link',
  copy: 'Copy the link',
  copyFailed: 'The link could not be copied. Please select it and copy it yourself.',
  shownOnce: 'Copy it now: for your safety the link is shown only this once.',
  full: (most: number) =>
    `You have ${plural(most, 'link')}, which is the most at a time. Withdraw one to make another.`,
  readOnly: 'Your role can see the links, but not create or withdraw one.',
  links: 'Links that work',
  none: 'No link works right now.',
  made: (made: string, ends: string) => `Created ${made}, works until ${ends}`,
  withdraw: 'Withdraw',
  withdrawOne: (days: string) => `Withdraw the link to ${days}`,
  ask: 'Withdraw this link?',
  askText: (days: string) =>
    `Whoever has the link to the report of ${days} can no longer open it. This cannot be undone.`,
  withdrawing: 'Withdrawing...',
  withdrawn: { title: 'Link withdrawn', description: 'Nobody can open this report with it any more.' },
  withdrawFailed: 'The link could not be withdrawn. Please try again.',
  done: 'Done',
  page: {
    loading: 'Loading the report...',
    dead: 'This link has expired or was withdrawn',
    deadNext: 'Ask whoever gave you the link for a new one.',
    failed: 'The report could not be loaded. Please check your connection and try again.',
    until: (made: string, ends: string) => `As of ${made}. This page can be read until ${ends}.`,
    nothing: 'Nothing was reported for these days.',
    otherDays: (days: number) => `Nothing went out and nothing was reported on ${plural(days, 'other day')}.`,
    table: (title: string) => `${title} as a table`,
  },
} as const;
