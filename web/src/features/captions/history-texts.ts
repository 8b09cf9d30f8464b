export const historyTexts = {
  title: 'Past captions',
  loading: 'Loading past captions',
  none: 'Captions that AI writes for this business appear here.',
  use: 'Use again',
  posted: 'As posted',
  useGenerated: 'Use the AI text',
  useOne: (caption: string) => `Use again: ${caption}`,
  useGeneratedOne: (caption: string) => `Use the AI text: ${caption}`,
} as const;
