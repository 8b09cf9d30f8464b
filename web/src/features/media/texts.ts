import { MOST_COUNTED } from '#lib/contract-data.ts';
import { formatNumber } from '#lib/format.ts';
import { plural } from '#lib/words.ts';

/** Texts that differ for a single photo, which the person sees in front of them. */
const forCount = (one: string, many: (photos: string) => string) => (count: number) =>
  count === 1 ? one : many(plural(count, 'photo'));

/** A filtered list is counted only so far: '1,000+'. */
export const countedTo = (total: number) => `${formatNumber(total)}${total >= MOST_COUNTED ? '+' : ''}`;

export const mediaTexts = {
  success: 'Success',
  noAnswer: 'There was no answer. Please check your connection.',
  deleted: forCount('Photo deleted successfully', (photos) => `${photos} deleted`),
  deleteFailed: 'Failed to delete photo',
  recentlyDeleted: 'Recently deleted',
  moved: forCount('Photo moved to album successfully!', (photos) => `${photos} moved to album successfully!`),
  unsorted: forCount('Photo removed from album', (photos) => `${photos} removed from their albums`),
  drag: {
    hint: 'Drop on an album to move it there',
    moved: 'Photo moved to album!',
  },
  moveFailed: 'Failed to move photo to album',
  andMore: (count: number) => `and ${plural(count, 'more', 'more')}`,
  similar: 'Similar photo',
  uploadedCount: (total: number) => `${plural(total, 'photo')} uploaded`,
  inAlbum: (total: number) => `${plural(total, 'photo')} in this album`,
  found: (total: number, search: string) =>
    total === 0
      ? `No photo matches “${search}”`
      : `${countedTo(total)} ${total === 1 ? 'photo matches' : 'photos match'} “${search}”`,
  filtered: (total: number) => `${countedTo(total)} ${total === 1 ? 'photo matches' : 'photos match'} your filters`,
  noneFiltered: 'No photo matches all of your filters.',
  filters: {
    title: 'Filter photos',
    clear: 'Clear filters',
    remove: (words: string) => `Remove the filter ${words}`,
    from: (day: string) => `From ${day}`,
    to: (day: string) => `To ${day}`,
    tagged: (tag: string) => `Tagged ${tag}`,
    shapes: { landscape: 'Landscape', portrait: 'Portrait', square: 'Square' },
    types: {
      'image/jpeg': 'JPG',
      'image/png': 'PNG',
      'image/webp': 'WebP',
      'image/heic': 'HEIC',
      'image/avif': 'AVIF',
    },
    uses: { true: 'In a scheduled or published post', false: 'In no scheduled or published post' },
  },
  tagged: (count: number) => `${plural(count, 'photo')} tagged`,
  restored: forCount('Photo restored', (photos) => `${photos} restored`),
  restoreFailed: 'The photos could not be restored. Please try again.',
  tagFailed: 'The tags were not changed. Please try again.',
  undone: 'Your last change was undone',
  undoFailed: 'The change could not be undone. Please try again.',
  rangeNotRead: 'Could not select the photos in between',
  allNotRead: 'Could not select all photos',
  albumGone: 'This album no longer exists',
} as const;
