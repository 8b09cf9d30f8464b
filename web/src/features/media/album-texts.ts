/** Texts of what is done with an album, which not every visit to the library needs. */
export const albumTexts = {
  created: 'Album created successfully!',
  createFailed: 'Failed to create album. Please try again.',
  updated: 'Album updated successfully!',
  updateFailed: 'Failed to update album. Please try again.',
  newTitle: (parent: string | undefined) => (parent === undefined ? 'New Album' : `New Album in ${parent}`),
  moved: (name: string) => `${name} moved`,
  newInside: 'New album inside',
  deleteQuestion: 'Are you sure you want to delete this album? Photos will not be deleted, just unorganized.',
  deleted: 'Album deleted successfully!',
  deleteFailed: 'Failed to delete album. Please try again.',
} as const;
