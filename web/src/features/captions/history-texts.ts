export const historyTexts = {
  title: 'Past captions',
  loading: 'Loading past captions',
  none: 'Captions that AI writes for this business appear here.',
  use: 'Use again',
  useOne: (caption: string) => `Use again: ${caption}`,
} as const;
