/** What the pages around signing in say. A link that no longer works is told apart by what it was for. */
export const accountTexts = {
  signIn: {
    sessionEnded: 'Your session has ended. Sign in to pick up where you left off.',
    neededForPage: 'Sign in to open that page.',
    capsLock: 'Caps Lock is on.',
  },
  checkMail: 'Check your mail',
  checkSpam: 'Nothing there after a few minutes? Check your spam folder.',
  mailSent: 'Sent. Check your inbox.',
  deadLink: {
    title: 'This link no longer works',
    password: 'It has already been used, is more than an hour old, or was cut off in your mail.',
    confirmation: 'It has already been used, is more than three days old, or was cut off in your mail.',
    passwordUnchanged: 'Your password has not changed. You can get a new link in a minute.',
    stillUnconfirmed: (email: string) => `${email} is not confirmed yet. You can get a new link in a minute.`,
    askAgain: 'If you have opened it before, your address is confirmed. If not, sign in and ask for a new link.',
  },
  forgotPassword: {
    title: 'Forgot your password?',
    lead: 'Enter your email address and we’ll send you a link to set a new one.',
    nextStep: 'The next step is in your inbox.',
  },
  newPassword: {
    title: 'Set a new password',
    lead: 'You’ll be signed out on every device. Then sign in with the new password.',
    changed: 'Your password is changed',
    changedLead: 'Use it from now on, here and on your other devices.',
    signedOut: 'To keep your account safe, we signed you out on every device and sent you an email about the change.',
  },
  registered: {
    lead: (email: string) => `We sent an email to ${email}.`,
    next: 'The email says what to do next.',
  },
  confirmation: {
    title: 'Your address is confirmed',
    lead: 'Thank you. You’re all set.',
    use: 'We’ll email you here when a post needs you.',
    running: 'Confirming your address',
    runningLead: 'This takes a moment.',
    already: 'Your address is already confirmed',
    alreadyLead: (email: string) => `There is nothing more to do for ${email}.`,
    failed: 'Not confirmed yet',
    failedLead: 'Your link still works.',
  },
  password: {
    start: (shortest: number) => `At least ${shortest} characters. A short sentence works well.`,
    missing: (characters: string) => `${characters} to go.`,
    containsEmail: 'Easy to guess: it contains your email address.',
    repeats: 'Easy to guess: it repeats or counts up.',
    good: 'Good. A few more characters make it strong.',
    strong: 'Strong.',
  },
} as const;
