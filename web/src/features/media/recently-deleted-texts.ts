import { formatNumber } from '#lib/format.ts';

/** Texts of the dialog with the photos that were deleted lately. */
export const recentlyDeletedTexts = {
  description: 'Photos wait here for 30 days before they are removed for good. They don’t count toward your storage.',
  loading: 'Loading deleted photos',
  none: 'Nothing was deleted lately',
  noneHint: 'Photos you delete wait here, in case you want them back.',
  goneAt: (date: string) => `Removed for good on ${date}`,
  restoreAll: (count: number) => `Restore all ${formatNumber(count)}`,
  restoreOne: (name: string) => `Restore ${name}`,
  eraseOne: (name: string) => `Delete ${name} forever`,
  eraseQuestion: 'Delete this photo forever?',
  eraseWarning: (name: string) => `${name} is removed from our storage now. This can’t be undone.`,
  done: { restore: 'Photo restored', erase: 'Photo deleted forever' },
  failed: { restore: 'The photo could not be restored', erase: 'The photo could not be deleted' },
};
