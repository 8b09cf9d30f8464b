import type { SignInRefusal } from '@postloom/contracts';

/** Why the sign-in page is shown to somebody who comes from the provider, or could not get there. */
type ProviderReason = SignInRefusal | 'expired' | 'busy' | 'failed';
type ProviderTexts = Record<ProviderReason | 'signIn', (name: string) => string>;

/** What the pages around signing in say. A link that no longer works is told apart by what it was for. */
export const accountTexts = {
  signIn: {
    title: 'Welcome back',
    lead: 'Sign in to pick up your week where you left off.',
    sessionEnded: 'Your session has ended. Sign in to pick up where you left off.',
    neededForPage: 'Sign in to open that page.',
    capsLock: 'Caps Lock is on.',
  },
  provider: {
    signIn: (name) => `Sign in with ${name}`,
    cancelled: (name) => `You did not finish signing in with ${name}. Nothing has changed.`,
    expired: () => 'That sign-in took too long, or was used before. Please start again.',
    busy: () => 'Too many sign-ins were started from here. Please try again in a few minutes.',
    failed: (name) => `Signing in with ${name} is not working right now. Please try again in a few minutes.`,
    address_missing: (name) =>
      `${name} did not share your email address, and Postloom needs it. Allow it there, then try again.`,
    address_taken: (name) =>
      `Another Postloom account has your email address, and ${name} does not say that you have confirmed it. Confirm it there, then try again.`,
    confirm_by_mail: (name) =>
      `You already have a Postloom account. We sent you an email with a link that connects it with ${name}. Follow it, then sign in again.`,
  } satisfies ProviderTexts,
  secondStep: {
    title: 'One more step',
    lead: 'Type the six digits that your authenticator app shows.',
    hint: 'Or one of your recovery codes.',
    passkeyFailed: 'The passkey did not work. Please try again, or type a code.',
    signInFailed: 'The passkey did not work. Please try again, or sign in with your password.',
  },
  checkMail: 'Check your email',
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
  register: { title: 'Create your account', lead: 'Free forever, no credit card required.' },
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
  deleteAccount: {
    title: 'Delete my account',
    lead: 'Your account with all businesses, photos, posts and connections. This cannot be undone.',
    warning:
      'Everything in Postloom goes at once: your account, all businesses, photos, captions, scheduled posts and connections. Nobody can bring it back. Posts that are already public stay on their platforms.',
    password: 'Your password',
    passwordHint: (email: string) => `Of the account ${email}.`,
    loading: 'Loading how you sign in',
    noPassword: (email: string) =>
      `If you have just signed in, everything is deleted at once. Otherwise we send a link to ${email}, and everything is deleted when you follow it.`,
    atProvider: (name: string) => `You sign in with ${name}, so there is no password to give here.`,
    button: 'Delete everything',
    mailed: (email: string) => `We sent a link to ${email}. Follow it to confirm the deletion.`,
    close: 'Close',
  },
  changeEmail: {
    title: 'Use this email address?',
    lead: 'Your Postloom account moves to the address this link was sent to.',
    done: 'Your address is changed',
    doneLead: 'From now on, sign in with the new one. We told the old address.',
    dead: 'It has already been used, is more than a day old, a newer one was sent, or it was cut off in your mail.',
    unchanged: 'Your address has not changed. You can ask for a new link in Settings.',
  },
  secureAccount: {
    title: 'Was it not you?',
    lead: 'If somebody else changed your account, take it back here.',
    what: [
      'Every device is signed out, and the present password stops working.',
      'If your email address was changed, you get yours back.',
      'Then you choose a new password.',
    ],
    dead: 'It has already been used, is more than a week old, or was cut off in your mail.',
    deadNext: 'If you still read mail at your account’s address, you can set a new password with a link to it.',
  },
  security: {
    loading: 'Loading your security settings',
    atProvider: (name: string) =>
      `You sign in with ${name}. Your password and your email address are changed there, not in Postloom.`,
    password: {
      label: 'Password',
      hint: 'Changing it signs you out on every other device.',
      none: 'You have none. We can send you a link to set one.',
      changed: 'Password changed',
      changedMore: 'Every other device was signed out. We sent you an email about it.',
      lead: 'You stay signed in here. Every other device is signed out.',
    },
    email: {
      lead: 'We send a link to the new address. Your address changes when you follow it.',
      checkNew: (email: string) =>
        `If ${email} is free, a link is on its way to it. It works once, for one day. Until then nothing changes.`,
    },
    confirm: {
      title: 'Is it you?',
      lead: 'Please give your password once more before this changes.',
    },
    failed: 'This did not work. Please try again.',
    totp: {
      label: 'Two-step sign-in',
      off: 'After your password, an app on your phone gives a code. Nobody gets in with your password alone.',
      on: (day: string, left: string) => `On since ${day}. ${left}.`,
      title: 'Turn on two-step sign-in',
      lead: 'Scan this with an authenticator app, then type the six digits that it shows.',
      byHand: 'Or type this into the app',
      qr: 'QR code for your authenticator app',
      copyFailed: 'The secret could not be copied. Please select it and copy it yourself.',
      offQuestion: 'Turn off two-step sign-in?',
      offConsequence: 'Your password alone is enough then, and your recovery codes stop working.',
      offDone: 'Two-step sign-in is off',
    },
    recovery: {
      title: 'Your recovery codes',
      lead: 'Each signs you in once when your phone is not at hand. They are not shown again: keep them where only you find them.',
      copy: 'Copy all codes',
      copyFailed: 'The codes could not be copied. Please select them and copy them yourself.',
      question: 'Make new recovery codes?',
      consequence: 'The ones you have now stop working.',
    },
    passkeys: {
      label: 'Passkeys',
      none: 'Sign in with your finger, your face or your device’s PIN instead of a password.',
      added: 'Passkey added',
      title: 'Add a passkey',
      lead: 'Your browser asks for your finger, your face or your PIN. Give the passkey a name by which you know it.',
      used: (when: string) => `Last used ${when}`,
      unused: (when: string) => `Added ${when}, not used yet`,
      synced: 'kept by your password manager',
      removeQuestion: (name: string) => `Remove “${name}”?`,
      removeConsequence:
        'It no longer signs you in. Your password manager may still show it until you delete it there.',
      removed: (name: string) => `“${name}” is removed`,
      failed: 'The passkey could not be added. Please try again.',
    },
    sessions: {
      title: 'Where you are signed in',
      loading: 'Loading where you are signed in',
      seen: (when: string) => `Last used ${when}`,
      since: (when: string) => `signed in ${when}`,
      endFailed: 'This device could not be signed out. Please try again.',
      ended: (device: string) => `${device} is signed out`,
      othersQuestion: 'Sign out everywhere else?',
      others: 'Every device but this one is signed out. What was being written there may be lost.',
      othersDone: 'Every other device is signed out',
      othersFailed: 'The other devices could not be signed out. Please try again.',
    },
    audit: {
      title: 'What happened to your account',
      loading: 'Loading what happened to your account',
      lead: 'Anything you don’t recognize? Change your password.',
      leadAtProvider: (name: string) => `Anything you don’t recognize? Change your password at ${name}.`,
      empty: 'Nothing has happened yet.',
    },
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

/** The reason of an address of the sign-in page, where it is one of the provider's. */
export function providerReason(reason: string | null): ProviderReason | null {
  const named = reason?.startsWith('provider-') === true ? reason.slice('provider-'.length) : 'signIn';
  return named !== 'signIn' && Object.hasOwn(accountTexts.provider, named) ? (named as ProviderReason) : null;
}
