import { formatNumber } from '#lib/format.ts';
import { plural } from '#lib/words.ts';

export const captionTexts = {
  limitReached: 'Caption limit reached',
  tooLarge: 'Image too large. Please try a smaller photo.',
  failed: 'Failed to generate caption. Please try again.',
  writeItYourself: (failure: string) => `${failure} You can also write it yourself.`,
  left: (captions: number, limit: number) =>
    `${formatNumber(captions)} of ${plural(limit, 'AI caption')} left this month`,
  stoodIn: (writer: string, absent: string) => `Written by ${writer}, because ${absent} gave no caption.`,
  forEach: 'A text for each platform',
  generated: 'Caption generated!',
  generatedInLibrary: 'AI caption generated successfully!',
  copyFailed: 'Failed to copy caption.',
  noPhoto: {
    title: 'No photo selected',
    description: 'Please select a photo first to generate a caption.',
  },
  /** Whose the preferences are, for who has several businesses. */
  preferencesAreYours: 'Your own, in all your businesses.',
  automaticHint:
    'For the posts of your recurring schedules. When this is off, each one waits as a draft for you to write its caption.',
  preferencesSaved: {
    title: 'Settings Updated',
    description: 'Your preferences have been saved successfully.',
  },
  preferencesFailed: 'Failed to update settings. Please try again.',
} as const;
