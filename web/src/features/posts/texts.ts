import { plural } from '#lib/words.ts';

export const postTexts = {
  retrying: 'Trying again',
  copied: 'Copied as a draft',
  copyFailed: 'The post could not be copied. Please try again.',
  unscheduled: { title: 'Moved to drafts', description: 'It won’t go out until you schedule it again.' },
  changeFailed: 'The post could not be changed. Please try again.',
  /** A post gets its first date, or another one. */
  rescheduling: {
    first: { action: 'Schedule', done: 'Post scheduled' },
    again: { action: 'Reschedule', done: 'Post rescheduled' },
  },
  changedElsewhere: (action: string) =>
    `This post was changed elsewhere. Press ${action} again to use your date and time.`,
  connectedNow: 'Connected. You can schedule the post now.',
  dateRequired: 'Please choose a date.',
  timeRequired: 'Please choose a time.',
  deleteQuestion: 'Delete this post?',
  deleteWarning: (mayBeOut: boolean) =>
    `${mayBeOut ? 'What is already published stays on the platforms. What hasn’t gone out yet is canceled.' : 'It won’t go out.'} This can’t be undone.`,
  deleted: 'Post deleted',
  deleteFailed: 'The post could not be deleted. Please try again.',
  check: {
    errors: (problems: number) =>
      `A platform would refuse this post (${plural(problems, 'problem')}). Click Edit to see what and why.`,
    warnings: (findings: number) =>
      `The last check found ${plural(findings, 'thing')} worth knowing. Click Edit to see ${findings === 1 ? 'it' : 'them'}.`,
  },
  attempts: (attempts: number) => plural(attempts, 'attempt'),
  partlyOut: ({ out, of }: { out: number; of: number }) => `Out on ${out} of ${plural(of, 'platform')}`,
  photos: (photos: number) => (photos === 0 ? 'No photo' : plural(photos, 'photo')),
} as const;

/** What is said of a post that the address names and the shown business does not have. */
export const missingPostTexts = {
  elsewhere: (business: string) => `This post is in ${business}.`,
  elsewhereWhy: 'You’re looking at another of your businesses.',
  switching: 'Switching...',
  gone: {
    title: 'This post isn’t here',
    text: 'It was deleted, or it belongs to somebody else.',
  },
} as const;

/** What is said of a platform that refused a post while it is changed and sent again. */
export const fixTexts = {
  sending: (platform: string) => `Sending to ${platform}`,
  failed: 'The post could not be sent. Please try again.',
  onlyHere: (platform: string) => `Only ${platform} gets these changes. The other platforms keep what they have.`,
  photoGone: 'No longer in the library',
} as const;

/** What is asked about a post that may or may not be out. */
export const resolveTexts = {
  why: (platform: string) =>
    `${platform} never confirmed this post, and Postloom won’t risk posting it twice. Check ${platform}, then choose:`,
  published: {
    choice: 'It’s there',
    meaning: (platform: string) => `You see the post on ${platform}. It’s marked as published and not sent again.`,
    done: 'Marked as published',
  },
  send_again: {
    choice: 'Send it again',
    meaning: (platform: string) => `You looked, and it’s not on ${platform}. Postloom sends it once more.`,
    done: 'Sending it again',
  },
  give_up: {
    choice: 'Leave it',
    meaning: () => 'Postloom does nothing more. The post is marked as failed, and you can retry it later.',
    done: 'Left as it is',
  },
  failed: 'Your answer could not be saved. Please try again.',
  againQuestion: (platform: string) => `Send it to ${platform} again?`,
  againWarning: (platform: string) =>
    `If the post is on ${platform} after all, it will be there twice. Send it only if you’ve checked.`,
} as const;
