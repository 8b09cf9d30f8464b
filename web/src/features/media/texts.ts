import { plural } from '#lib/words.ts';

/** Texts that differ for a single photo, which the person sees in front of them. */
const forCount = (one: string, many: (photos: string) => string) => (count: number) =>
  count === 1 ? one : many(plural(count, 'photo'));

export const mediaTexts = {
  success: 'Success',
  noAnswer: 'There was no answer. Please check your connection.',
  whatToUpload: (most: number) => `JPG, PNG, HEIC, or WebP, up to ${most} photos at once, 50 MB each`,
  uploaded: (count: number) => (count === 1 ? 'Photo uploaded successfully!' : 'Photos uploaded successfully!'),
  uploadFailed: 'Upload failed',
  noConnection: 'Network error',
  refused: {
    unsupported: 'Unsupported file type',
    tooLarge: 'Photo too large',
    tooMany: 'Too many files',
    several: 'Some files were not added',
  },
  deleted: forCount('Photo deleted successfully', (photos) => `${photos} deleted`),
  deleteFailed: 'Failed to delete photo',
  deleteQuestion: (count: number) => `Delete ${count === 1 ? 'this photo' : plural(count, 'photo')}?`,
  deleteWarning: 'The file is removed from your library. This can’t be undone.',
  deletePublishedWarning: 'The file is removed from your library. What is already published stays on the platforms.',
  deleteManyWarning:
    'The files are removed from your library. This can’t be undone. If a scheduled post needs a photo, we ask you first.',
  deleteNeededWarning: (posts: number) =>
    `${posts === 1 ? 'A scheduled post needs' : `${plural(posts, 'scheduled post')} need`} this photo and will go back to draft:`,
  moved: forCount('Photo moved to album successfully!', (photos) => `${photos} moved to album successfully!`),
  unsorted: forCount('Photo removed from album', (photos) => `${photos} removed from their albums`),
  moveFailed: 'Failed to move photo to album',
  albumOfPhotoFailed: 'Failed to update photo album. Please try again.',
  /** What a change of many photos left undone. */
  remains: {
    needed: (count: number) => `${plural(count, 'photo is', 'photos are')} still needed`,
    neededWarning: 'If you delete them anyway, the scheduled posts that need them go back to draft.',
    notDone: (count: number, done: 'deleted' | 'moved') => `${plural(count, 'photo was', 'photos were')} not ${done}`,
    others: (count: number, done: 'deleted' | 'moved') =>
      `${plural(count, 'other photo was', 'other photos were')} ${done}.`,
  },
  andMore: (count: number) => `and ${plural(count, 'more', 'more')}`,
  descriptionSaved: 'Description saved',
  photoSaveFailed: 'Failed to save photo. Please try again.',
  uploadedCount: (total: number) => `${plural(total, 'photo')} uploaded`,
  inAlbum: (total: number) => `${plural(total, 'photo')} in this album`,
  found: (total: number, search: string) =>
    total === 0 ? `No photo matches “${search}”` : `${plural(total, 'photo matches', 'photos match')} “${search}”`,
  restNotLoaded: 'The rest of your photos did not load.',
  album: {
    created: 'Album created successfully!',
    createFailed: 'Failed to create album. Please try again.',
    updated: 'Album updated successfully!',
    updateFailed: 'Failed to update album. Please try again.',
    deleteQuestion: 'Are you sure you want to delete this album? Photos will not be deleted, just unorganized.',
    deleted: 'Album deleted successfully!',
    deleteFailed: 'Failed to delete album. Please try again.',
  },
} as const;
