/** What the pages about deleting everything say. Words in quotes of the specification stand as given. */
export const deletionTexts = {
  title: 'Delete My Data',
  lead: 'Deletion is permanent. It covers everything below and cannot be undone.',
  form: {
    title: 'Request the deletion',
    email: 'Email',
    reason: 'Reason (optional)',
    reasonHint: 'Only if you like. We do not store it.',
    warning:
      'This deletes your account and everything in it for good. If you are signed in to it, that happens as soon as you submit. If not, it happens once you confirm it through the link in our email. Nobody can bring it back.',
    submit: 'Submit',
    submitting: 'Submitting...',
    cancel: 'Cancel',
  },
  /** Around the address to write to. */
  byMail: {
    before: 'The form on this page needs JavaScript, which is off in your browser. Without it, write to',
    after:
      'from the address of your account and ask for the deletion. We make sure that it was you who asked, and delete everything listed here.',
  },
  failed: 'Error submitting request. Please try again or contact support directly.',
  done: {
    title: 'Request received',
    checkMail:
      'Check your inbox. If an account existed with that email, a link to confirm is on its way. Once you confirm, all data is deleted automatically within seconds.',
    atOnceTitle: 'Your data is being deleted',
    atOnce:
      'If an account existed with that email, all data was deleted automatically within seconds. It did: you were signed in to it, so nothing more is needed. You are signed out everywhere.',
    spam: 'Nothing there after a few minutes? Check your spam folder. We send at most one such email a day.',
    code: 'Confirmation code',
    codeHint: 'With this code you can see how far the deletion is.',
    copy: 'Copy the confirmation code',
    copyByHand: 'Please copy it by hand.',
    follow: 'See the status',
    home: 'Return to Homepage',
  },
  confirm: {
    title: 'Confirm the deletion',
    lead: 'Opening this page has deleted nothing yet.',
    warning: 'Everything listed here goes when you press the button. It cannot be undone.',
    button: 'Delete everything',
    pending: 'Deleting...',
    doneTitle: 'Your data is being deleted',
    doneLead: 'You are signed out everywhere.',
    done: 'Posts have stopped, and everything in Postloom is deleted within seconds. An email follows when the last service has confirmed it.',
    deadTitle: 'This link no longer works',
    dead: 'It has already been used, is more than three days old, or was cut off in your mail. Nothing was deleted by opening it.',
    again: 'Ask for a new link',
  },
  status: {
    title: 'Deletion Status',
    lead: 'How far the deletion of your data is.',
    code: 'Confirmation code',
    codeHint: 'You got it when you asked for the deletion.',
    show: 'Show the status',
    unknown: 'We do not know this code. Please check it for a missing or an extra character.',
    /** Where a platform asked for it, or a person took back a consent there. */
    elsewhere: {
      platform_person: {
        deleting:
          'Your accounts are disconnected, and your names and pictures are gone. Your consent is being taken back at the platform; the tokens go with it.',
        completed: 'We keep nothing about you from this platform any more: no account, no name, no picture, no token.',
      },
      consent: {
        deleting: 'The connection has ended.',
        completed: 'The connection has ended, as you asked on the platform. Nothing is posted through it any more.',
      },
    },
    requested: 'Requested',
    expires: 'The link works until',
    verified: 'Confirmed',
    deleting: 'Deletion began',
    completed: 'Completed',
    states: {
      pending: {
        title: 'Waiting for confirmation',
        text: 'If an account exists with the address that was given, we sent it a link. Nothing is deleted until its owner follows the link.',
      },
      verified: { title: 'Confirmed', text: 'The deletion is confirmed and begins right away.' },
      deleting: {
        title: 'Being deleted',
        text: 'Posts have stopped and sessions have ended. Every part of Postloom deletes its share and reports when nothing is left.',
      },
      completed: {
        title: 'Deleted',
        text: 'Every part of Postloom has reported that nothing is left. Backups keep a copy for at most 30 days.',
      },
      expired: {
        title: 'Expired',
        text: 'Nobody confirmed this request within three days. Nothing was deleted. You can ask again at any time.',
      },
    },
  },
  whatIsDeleted: [
    'Your account, name, and email address',
    'Businesses, their profiles and settings',
    'Photos, albums, and captions',
    'Scheduled and published posts as Postloom keeps them',
    'Connections to social platforms and their tokens',
    'Usage and analytics figures',
  ],
  staysPublic: 'Posts that are already public on a platform stay there; delete them on the platform.',
  timeline: [
    'Verification of the request: 1-3 business days',
    'Deletion: 7-30 days',
    'A confirmation email when it is done',
  ],
  timelineTruth:
    'These are the longest times. Usually the link is in your inbox within a minute and the deletion takes seconds after you follow it.',
} as const;
