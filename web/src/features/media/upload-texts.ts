/** What every page may have to say of uploads; the library's own words are many more. */
export const uploadTexts = {
  success: 'Success',
  whatToUpload: (most: number) => `JPG, PNG, HEIC, WebP, or AVIF, up to ${most} photos at once, 50 MB each`,
  dropHint: 'Drop photos to upload them',
  uploaded: (count: number) => (count === 1 ? 'Photo uploaded successfully!' : 'Photos uploaded successfully!'),
  /** Where they are, for who has several businesses. */
  arrivedAt: (count: number, business: string) =>
    `${count === 1 ? 'It is' : 'They are'} in the library of ${business}.`,
  /** Of `all` photos that have just arrived, these the library had before. `business`: its name, for who has several. */
  twins: (count: number, all: number, business: string | null) => {
    const had = all === 1 ? 'this photo' : count === all ? 'all of them' : `${count} of them`;
    return `You already had ${had}. Both copies are in ${business === null ? 'your library' : `the library of ${business}`}.`;
  },
  useExisting: (count: number) => (count === 1 ? 'Use the one I had' : 'Keep only the ones I had'),
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
