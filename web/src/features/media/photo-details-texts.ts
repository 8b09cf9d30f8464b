import { formatNumber } from '#lib/format.ts';

/** Texts of the details of a photo that nothing else says. */
export const photoDetailsTexts = {
  nameRequired: 'Please enter a name.',
  nameEnding: (ending: string) => `The file keeps its ending, ${ending}.`,
  detailsSaved: 'Photo details saved',
  saveFailed: 'Failed to save photo. Please try again.',
  albumFailed: 'Failed to update photo album. Please try again.',
  detailsKept: (photo: string) => ({
    title: 'Photo details not saved',
    description: `What you typed about ${photo} is kept. Open it again and press Save details.`,
  }),
  broughtBack: 'You have changes here that are not saved.',
  discard: 'Discard',
  previous: 'Previous photo',
  next: 'Next photo',
  /** Where a photo stands in its list, of which at least so many are known. */
  place: (place: number, total: string) => `${formatNumber(place)} of ${total}`,
  leftList: 'No longer in this list',
  /** Why a photo can't be edited. */
  notReady: {
    processing: 'This photo is still being prepared. You can edit it as soon as it is ready.',
    failed:
      'This photo could not be prepared, so it can’t be shown or edited. You can download the original file, or upload the photo again.',
  },
  uses: {
    title: 'Used in',
    none: 'No post shows this photo yet.',
    loading: 'Loading the posts that show this photo',
    failed: 'The posts that show this photo did not load.',
  },
  similar: {
    title: 'Looks like',
    open: (name: string) => `Open ${name}, which looks like this photo`,
    failed: 'The photos that look like this one did not load.',
    sameFile: 'Same file',
    openSame: (name: string) => `Open ${name}, the same file as this photo`,
    twice: (copies: number) => `Your library has this file ${copies === 1 ? 'twice' : `${copies + 1} times`}.`,
    inUse: (copies: number) =>
      copies === 1
        ? 'The other copy is used in posts. To keep only that one, open it.'
        : 'The other copies are used in posts.',
    remove: (copies: number) => (copies === 1 ? 'Remove the other copy' : `Remove ${copies} other copies`),
    question: (copies: number) => (copies === 1 ? 'Remove the other copy?' : `Remove ${copies} other copies?`),
    warning: (copies: number) =>
      `${copies === 1 ? 'It is' : 'They are'} the same as this photo, which stays. You can bring ${
        copies === 1 ? 'it' : 'them'
      } back from Recently deleted for 30 days.`,
  },
} as const;
