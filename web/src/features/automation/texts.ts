export const automationTexts = {
  success: 'Success',
  created: 'Recurring schedule created successfully!',
  createFailed: 'Failed to create recurring schedule',
  updated: 'Schedule updated successfully!',
  isPaused: (name: string) => `“${name}” is paused.`,
  runsAgain: (name: string) => `“${name}” runs again.`,
  updateFailed: 'Failed to update schedule',
  deleteQuestion: (name: string) => `Are you sure you want to delete "${name}"? This action cannot be undone.`,
  deleteKeeps:
    'What it has planned is canceled. Published posts and your drafts stay. To stop it for a while, pause it instead.',
  deleted: 'Schedule deleted successfully!',
  deleteFailed: 'Failed to delete schedule',
  albumMissing: 'Please choose an album.',
  startsInPast: 'Please choose today or a later day.',
  endsBeforeStart: 'The last day can’t be before the first day.',
  needsAccount: 'A schedule needs an account to post to. Connect one and it can run.',
  needsPhotos: 'Your library has no photos yet, so a schedule would have nothing to post.',
  noSchedules:
    'Postloom picks a photo the schedule hasn’t used yet, writes a caption for it, and posts it on the days you choose. You can edit or skip each post before it goes out.',
  noPostsLeft: (day: string) =>
    `Your plan has no posts left for this period. Recurring posts are skipped until ${day}.`,
  ended: 'This schedule has ended, so nothing more is scheduled. Edit its last day to go on.',
  paused: 'Paused. Nothing goes out, and posts missed in the meantime are not made up for.',
  pausedUntil: (day: string) =>
    `Paused until ${day}. Nothing goes out before that day, and posts missed in the meantime are not made up for.`,
  resumeOnADay: 'Resume on a day',
  changeTheDay: 'Change the day',
  usedInRotation: (photos: number) => `${photos} used in this rotation`,
  nothingUpcoming: {
    ended: 'Nothing is coming up. This schedule has ended; edit its last day to go on.',
    paused: 'This schedule is paused. Resume it to see what comes next.',
  },
  resumesOn: (day: string) => `Nothing goes out until this schedule resumes by itself on ${day}.`,
  /** The name of a duplicate. */
  copyOf: (name: string) => `${name.slice(0, 193)} (copy)`,
  noHistory: 'Nothing has been due yet. What becomes of each post is listed here.',
  latestHistory: (rows: number) => `These are the latest ${rows}. Older ones are not listed.`,
  /** One post of a schedule, by its day and time. */
  edit: (when: string) => `Edit the post on ${when}`,
  skip: (when: string) => `Skip the post on ${when}`,
  unskip: (when: string) => `Post after all on ${when}`,
  postAfterAll: 'Post after all',
  skipped: 'Skipped',
  unskipped: 'It will be posted',
  postOf: (schedule: string, when: string) => `“${schedule}”: ${when}`,
  skippedByYou: 'You skipped this post.',
  caption: {
    planned: 'The caption is written shortly before the post goes out.',
    off: 'Waits for your caption. Automatic captions are off.',
    writing: 'The caption is being written.',
    ready: 'The caption is ready. The post goes out at this time.',
    drafted: 'Saved as a draft.',
  },
  nowThere: (zone: string, offset: string, time: string) => `${zone} (${offset}), now ${time}.`,
  monthly: 'Posts on the same day of each month as the first day. Shorter months use their last day.',
  rotation:
    'Starts with the photo this schedule hasn’t used in the longest time. No photo repeats until all have been used.',
  ownChanges: (posts: string) =>
    `You changed or skipped single posts: ${posts}. On days that no longer belong to the schedule, these changes are lost.`,
  oneAlbum: 'Turn this off to use one album.',
  weekdaysElsewhere: 'To choose days of the week, select Every Week.',
  weekdaysHint: {
    none: 'If you select none, it posts every week on the weekday it starts.',
    some: 'Posts on each of these days.',
  },
} as const;
