export const pushTexts = {
  title: 'Push notifications',
  lead: 'Tell you at once of a post that failed or that a platform never confirmed, also while Postloom is closed. Quiet hours apply to these too.',
  label: 'Push notifications on this browser',
  off: 'Off. Your browser may ask for your permission when you turn them on.',
  turningOn: 'Turning on...',
  turningOff: 'Turning off...',
  on: 'On, until you turn them off or sign out here.',
  failing: 'On, but the last ones did not arrive here.',
  again: 'Turn on again',
  blocked:
    'Your browser blocks them. Allow notifications for this page in its settings (next to the address; for an installed app, in those of your device), then turn them on here.',
  afterInstall:
    'On iPhone and iPad they need Postloom on the Home Screen: tap Share, then Add to Home Screen. Open Postloom from there and turn them on in Settings.',
  none: 'This browser does not offer them. Emails reach you all the same.',
  notAllowed: 'They need your permission. Turn them on again and allow notifications when your browser asks.',
  onFailed: 'They could not be turned on. Please check your connection and try again, or use another browser.',
  offFailed: 'They could not be turned off. Please check your connection and try again.',
  loading: 'Loading your push notifications',
} as const;
