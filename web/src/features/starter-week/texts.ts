import { listOf, plural } from '#lib/words.ts';

const posts = (count: number) => plural(count, 'post');
const drafts = (count: number) => plural(count, 'draft');

export const starterWeekTexts = {
  title: 'Plan your week',
  description:
    'Times and words from your trade, with your own photos. Change what you like and leave out what you don’t need.',
  loading: 'Laying out your week',
  zone: (zone: string) => `All times are ${zone}.`,
  card: {
    photoWanted: (photo: string) => `Goes best with: ${photo}`,
    caption: (when: string) => `Caption for ${when}`,
    /** After what a button does, for those who do not see where it stands. */
    forPost: (when: string, photo: string | null) => ` for ${when}${photo === null ? '' : `: ${photo}`}`,
    choosePhoto: 'Choose a photo',
    changePhoto: 'Change photo',
    removePhoto: 'Plan it without a photo',
    changeTime: 'Change time',
    closeTime: 'Done',
    leftOut: 'Left out',
    noDate: 'No date yet',
    noPhotoYet: 'Kept as a draft until it has a photo.',
    making: 'Planning...',
  },
  asDrafts: {
    label: 'Keep everything as drafts for now',
    hint: 'Nothing goes out until you schedule it yourself.',
  },
  /** What becomes of the week, before it is planned. */
  outcome: (scheduled: number, kept: number) => {
    const parts = [
      ...(scheduled > 0 ? [`${posts(scheduled)} ${scheduled === 1 ? 'goes' : 'go'} out on time`] : []),
      ...(kept > 0 ? [`${drafts(kept)} ${kept === 1 ? 'waits' : 'wait'} for you`] : []),
    ];
    return parts.length === 0 ? 'Nothing is chosen.' : `${listOf(parts)}.`;
  },
  plan: 'Plan the week',
  chooseOne: 'Choose at least one',
  planning: 'Planning...',
  again: (count: number) => `Try again with ${posts(count)}`,
  see: 'See your week',
  left: (count: number, possible: number) =>
    `Your plan has ${posts(count)} left this month, drafts included, so this is ${count} of the ${possible} that the week could have.`,
  withoutPhoto: (count: number) =>
    count === 1
      ? 'One of these has no photo yet, so it is kept as a draft. Upload a few and it gets one.'
      : `${count} of these have no photo yet, so they are kept as drafts. Upload a few and each gets one.`,
  noAccount: 'This is your week. Connect an account and it can be planned: a post has to know where it goes.',
  noneLeft: {
    title: 'No posts left this month',
    text: 'Drafts count toward your plan too. Upgrade, or come back when your month begins again.',
  },
  full: {
    title: 'Your week is full',
    text: 'Every day that suits your trade already has a post.',
  },
  made: {
    title: (scheduled: number, kept: number) =>
      listOf([
        ...(scheduled > 0 ? [`${posts(scheduled)} scheduled`] : []),
        ...(kept > 0 ? [`${drafts(kept)} saved`] : []),
      ]),
    text: 'You can change every one of them in your calendar.',
  },
  failed: 'This post could not be planned. Please try again.',
  undo: {
    done: 'Week taken back',
    of: (business: string) => `It was the week of ${business}.`,
    kept: (count: number) =>
      `${posts(count)} stayed because ${count === 1 ? 'it was' : 'they were'} changed, or ${count === 1 ? 'is' : 'are'} already going out.`,
    failed: 'The week could not be taken back. You can delete its posts in the calendar.',
  },
} as const;
