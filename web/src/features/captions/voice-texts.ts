export const voiceTexts = {
  title: 'Business Voice',
  lead: (business = 'this business') =>
    `How every caption of ${business} sounds, beside its profile. AI also learns from what you change in captions before you post them.`,
  loading: 'Loading the voice of your business',
  favoriteWords: 'Favorite words',
  favoriteWordsHint: 'Used where they fit. Separate them with commas.',
  bannedWords: 'Words to avoid',
  bannedWordsHint: 'No caption contains them. Separate them with commas.',
  hashtagSets: 'Your hashtags',
  hashtagSetsHint: 'One set per line, for example Weekend: #brunch #freshbread. They come before any others.',
  emojis: 'Emoji',
  emojiHabits: { none: 'None', some: 'A few, where they fit', many: 'Many' },
  language: 'Language',
  languageHint: 'For example French. Left empty, captions use the language of your business profile.',
  save: 'Save Voice',
  saved: { title: 'Business Voice Updated', description: 'Your next captions will sound like this.' },
  failed: 'Failed to save the voice. Please try again.',
} as const;
