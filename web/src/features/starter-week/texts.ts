import { plural } from '#lib/words.ts';

const drafts = (count: number) => plural(count, 'draft');

export const starterWeekTexts = {
  title: 'Start with this week',
  description:
    'Your newest photos, with captions from your trade, at times that suit it. Everything here becomes a draft: nothing goes out until you have read and scheduled it.',
  loading: 'Laying out your week',
  photoWanted: (photo: string) => `Goes best with: ${photo}`,
  make: (count: number) => (count === 0 ? 'Choose at least one' : `Make ${drafts(count)}`),
  making: 'Making drafts...',
  left: (count: number) =>
    `Drafts count toward your plan. You have ${plural(count, 'post')} left this month, so there are no more here.`,
  noPhotos: { title: 'Upload a few photos first', text: 'Each draft starts from one of your photos.' },
  noAccount: {
    title: 'Connect an account first',
    text: 'A draft says where it will go out. Connect one account and your week is ready.',
  },
  noneLeft: {
    title: 'No posts left this month',
    text: 'Drafts count toward your plan. Upgrade, or come back when your month begins again.',
  },
  made: {
    title: (count: number) => `${drafts(count)} in your calendar`,
    text: 'Read each one, make it yours, and schedule it.',
  },
  failed: 'The drafts could not be made. Please try again.',
  undo: {
    done: 'Drafts taken back',
    kept: (count: number) => `${plural(count, 'draft')} stayed because you changed ${count === 1 ? 'it' : 'them'}.`,
    failed: 'The drafts could not be taken back. You can delete them in the calendar.',
  },
} as const;
