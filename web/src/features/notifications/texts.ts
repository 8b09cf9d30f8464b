export const notificationTexts = {
  none: 'You’ll see published posts, failed posts, and accounts that need attention here.',
  changeFailed: 'The notification could not be changed. Please try again.',
} as const;
