import { plural } from '#lib/words.ts';

type Done = 'deleted' | 'moved' | 'tagged' | 'restored';

/** What a change of many photos left undone. */
export const remainsTexts = {
  needed: (count: number) => `${plural(count, 'photo is', 'photos are')} still needed`,
  neededWarning: (count: number) =>
    count === 1
      ? 'If you delete it anyway, the scheduled posts that need it go back to draft.'
      : 'If you delete them anyway, the scheduled posts that need them go back to draft.',
  keep: (count: number) => (count === 1 ? 'Keep it' : 'Keep them'),
  notDone: (count: number, done: Done) => `${plural(count, 'photo was', 'photos were')} not ${done}`,
  others: (count: number, done: Done) => `${plural(count, 'other photo was', 'other photos were')} ${done}.`,
} as const;
