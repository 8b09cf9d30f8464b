/* Apart from the texts that every page brings along: these belong to a card and a page that few open. */

/** What notifications are about, in the order of the card; the words of the page that stops mails are the same. */
export const kindTexts = {
  posts_failed: { name: 'Failed posts', hint: 'A post did not go out, or a platform never confirmed it.' },
  posts_at_risk: { name: 'Posts at risk', hint: 'A platform would refuse the post as it is.' },
  posts_published: { name: 'Published posts', hint: 'A post was published.' },
  recurring: { name: 'Recurring posts', hint: 'One was skipped or became a draft, or all photos have been used.' },
  connections: { name: 'Connected accounts', hint: 'A connection ended, or is about to end.' },
  plan: { name: 'Plan and limits', hint: 'You are close to a limit of your plan.' },
} as const;

export const preferenceTexts = {
  title: 'Notifications',
  lead: 'For all your businesses.',
  channels: { page: 'In Postloom', mail: 'Email', weekly: 'Weekly email' },
  channelNames: { page: 'in Postloom', mail: 'by email', weekly: 'in the weekly summary' },
  explained:
    'Email comes soon after it happens, at most once an hour for each business. The weekly summary comes on Monday morning.',
  always: 'Emails about sign-in, your password, and your account always come.',
  unconfirmed: (email: string) => `None of these emails come until you confirm ${email}.`,
  quiet: 'Quiet hours',
  quietHint: 'Emails and push notifications wait until they end, in the time zone of the business they are about.',
  from: 'From',
  to: 'To',
  failuresPass: 'Failed posts come through',
  failuresPassHint: 'What tells of a post that did not go out does not wait.',
  loading: 'Loading your notification settings',
  save: 'Save Notifications',
  saved: { title: 'Settings Updated', description: 'Your preferences have been saved successfully.' },
  failed: 'Failed to update settings. Please try again.',
} as const;

export const unsubscribeTexts = {
  checking: 'Checking the link...',
  ask: { mail: 'Stop these emails?', weekly: 'Stop the weekly summary?', report: 'Stop this report?' },
  askLead: {
    mail: 'Postloom will no longer send you emails about:',
    weekly: 'Postloom will no longer send you a summary on Monday.',
    report: 'It will no longer come by email. You can resume it under Analytics.',
  },
  stop: { mail: 'Stop these emails', weekly: 'Stop the weekly summary', report: 'Stop this report' },
  stopping: 'Stopping...',
  done: {
    mail: 'These emails have stopped',
    weekly: 'The weekly summary has stopped',
    report: 'This report has stopped',
  },
  doneLead: 'Everything still shows in Postloom. You can switch emails on again in your settings at any time.',
  reportDoneLead: 'You can still download it under Analytics, and have it sent again at any time.',
  settings: 'Notification settings',
  dead: 'This link is not valid',
  deadLead: 'It may be incomplete. You can choose which emails you get in your settings.',
  failed: 'The emails could not be stopped. Please try again.',
} as const;
