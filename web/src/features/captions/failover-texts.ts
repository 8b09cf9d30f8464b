export const failoverTexts = {
  label: 'If this provider fails, the next one on the list writes',
  hint: 'The caption says who wrote it.',
  failed: 'Failed to save this. Please try again.',
} as const;
