/** What every page may have to say of uploads; the library's own words are many more. */
export const uploadTexts = {
  success: 'Success',
  whatToUpload: (most: number) => `JPG, PNG, HEIC, WebP, or AVIF, up to ${most} photos at once, 50 MB each`,
  dropHint: 'Drop photos to upload them',
  uploaded: (count: number) => (count === 1 ? 'Photo uploaded successfully!' : 'Photos uploaded successfully!'),
  /** Of `all` photos that have just arrived, these the library had before. */
  twins: (count: number, all: number) =>
    all === 1
      ? 'You already had this photo. Both copies are in your library.'
      : `You already had ${count === all ? 'all of them' : `${count} of them`}. Both copies are in your library.`,
  useExisting: 'Use the one I had',
  uploadFailed: 'Upload failed',
  uploadNotStarted: 'Failed to start upload',
  fileNotSaved: 'Failed to save media file',
  answerIncomplete: 'Upload response missing required data',
  noConnection: 'Network error',
  refused: {
    unsupported: 'Unsupported file type',
    tooLarge: 'Photo too large',
    tooMany: 'Too many files',
    several: 'Some files were not added',
  },
} as const;
