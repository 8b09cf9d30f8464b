/** Of the preview, whose code comes after the form's. */
export const previewTexts = {
  choosePlatform: 'Choose a platform to see how the post will look there.',
} as const;
