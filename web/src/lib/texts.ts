/** Texts of several features. Those of one feature are in its `texts.ts`, those that the server says too in the contract. */
export const texts = {
  /** Title of a toast. */
  error: 'Error',
  scheduleFailed: 'Failed to schedule post. Please try again.',
  switchTo: (business: string) => `Switch to ${business}`,
  forBusiness: (business: string) => `For ${business}`,
  noCaption: 'Post without a caption',
  loadFailed: 'Unable to load data. Please check your connection.',
} as const;
