import { plural } from '#lib/words.ts';

export const importTexts = {
  description: (place: string) => `A CSV file with one post per row. Dates and times are in ${place}.`,
  failed: 'The file could not be imported. Please try again.',
  fileMissing: 'Please choose a CSV file.',
  notCsv: (name: string) => `${name} is not a CSV file. Save the spreadsheet as CSV and choose that file.`,
  empty: (name: string) => `${name} is empty.`,
  tooLarge: (name: string, size: string) => `${name} is larger than ${size}. Please split it.`,
  limits: (rows: number, size: string) => `Up to ${rows} rows and ${size}`,
  allOrNothing: 'One row with a mistake stops the whole import.',
  goodRows: 'Good rows are imported, and rows with a mistake are skipped.',
  created: (posts: number) => (posts === 0 ? 'Nothing was created.' : `${plural(posts, 'post')} created.`),
  createdSome: (posts: number, refused: number, total: number) =>
    `${plural(posts, 'post')} created, ${plural(refused, 'row')} of ${total} could not be imported.`,
  createdNone: (refused: number, total: number) =>
    `Nothing was created: ${plural(refused, 'row')} of ${total} could not be imported.`,
  stopped: (refused: number, total: number) =>
    `Nothing was created: ${plural(refused, 'row')} of ${total} could not be imported, so the others were skipped too.`,
  leftOut: (rows: number) =>
    `${plural(rows, 'row')} left out because ${rows === 1 ? 'its post exists' : 'their posts exist'} already.`,
  checking: 'Reading the file...',
  checkFailed: 'The file could not be read. Please try again.',
  /** What the file holds, before anything is made; the days are null when no row has a date. */
  holds: (posts: number, first: string | null, last: string | null) => {
    const when = first === null || last === null ? '' : first === last ? ` on ${first}` : ` from ${first} to ${last}`;
    return `${plural(posts, 'post')}${when}.`;
  },
  mistakes: (rows: number) => `${plural(rows, 'row')} ${rows === 1 ? 'has' : 'have'} a mistake.`,
  existing: (duplicates: number, posts: number) =>
    posts === 1
      ? 'This post exists already.'
      : duplicates === posts
        ? `All ${posts} of these posts exist already.`
        : `${duplicates} of these ${posts} posts ${duplicates === 1 ? 'exists' : 'exist'} already.`,
  sameAsPost: 'Same platforms, caption, and time as a post you have',
  sameAsRow: (row: number) => `Same platforms, caption, and time as row ${row}`,
  again: {
    label: 'Import them all the same',
    on: 'You’ll have them twice.',
    off: 'They’re left out.',
  },
  undo: {
    button: 'Undo',
    done: 'Import undone',
    removed: (posts: number) => `${plural(posts, 'post')} removed.`,
    kept: (posts: number) =>
      `${plural(posts, 'post')} stayed because ${posts === 1 ? 'it was' : 'they were'} changed, or ${posts === 1 ? 'is' : 'are'} already going out.`,
    failed: 'The import could not be undone. You can delete its posts in the calendar.',
  },
} as const;
