export const altTextTexts = {
  suggest: 'Suggest a description',
  again: 'Suggest another one',
  pending: 'Looking at the photo...',
  title: 'Suggestion',
  use: 'Use this',
  dismiss: 'Dismiss the suggestion',
  failed: 'Failed to describe the photo. Please try again.',
  counts: 'Counts as one AI caption.',
} as const;
