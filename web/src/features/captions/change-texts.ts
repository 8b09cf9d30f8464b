export const changeTexts = {
  title: 'Change the text',
  pending: 'Changing the text...',
  shorter: 'Shorter',
  longer: 'Longer',
  tone: 'Another tone',
  translate: 'Translate',
  changed: 'Text changed!',
  failed: 'Failed to change the text. Please try again.',
  tooLong: (most: string) => `AI can change texts of up to ${most} characters.`,
} as const;
