export const voicePreviewTexts = {
  show: 'Try it out',
  again: 'Show other samples',
  pending: 'Writing three samples...',
  counts: 'Counts as one AI caption. Nothing is saved or posted.',
  title: 'This is how you sound',
  failed: 'Failed to write the samples. Please try again.',
} as const;
