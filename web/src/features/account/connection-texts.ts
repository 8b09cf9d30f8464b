/** What the page of a mailed link says that connects an account with the sign-in at a provider. */
export const connectionTexts = {
  title: 'Connect your account',
  lead: 'Then you can sign in the new way and find your businesses, photos and posts where you left them.',
  button: 'Connect',
  done: 'Your account is connected',
  doneLead: 'From now on you sign in the new way.',
  signedOut: 'To keep your account safe, we signed you out on every device.',
  dead: 'This link no longer works',
  deadLead: 'It has already been used, is more than a day old, or was cut off in your mail.',
  unchanged: 'Nothing has changed. Sign in again, and we will send you a new link.',
} as const;
