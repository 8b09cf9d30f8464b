import { mediaTexts } from './texts.ts';

/** Texts of the dialog of the filters: its own, and what is also said where it is closed. */
export const filterDialogTexts = {
  ...mediaTexts.filters,
  show: 'Show photos',
  any: 'Any',
  usualOrder: 'Best match, then newest',
  backwards: 'This day is before the first one.',
  noTags: 'You have no tags yet. Add them in the details of a photo.',
  sorts: { newest: 'Newest first', oldest: 'Oldest first', name: 'Name', size: 'Largest first' },
} as const;
