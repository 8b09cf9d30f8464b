export const captionTexts = {
  generated: 'Caption generated!',
  copyFailed: 'Failed to copy caption.',
  noPhoto: {
    title: 'No photo selected',
    description: 'Please select a photo first to generate a caption.',
  },
  preferencesSaved: {
    title: 'Settings Updated',
    description: 'Your preferences have been saved successfully.',
  },
  preferencesFailed: 'Failed to update settings. Please try again.',
} as const;
