import { postStateTexts } from '#data/texts.ts';
import { formatNumber } from '#lib/format.ts';
import { plural } from '#lib/words.ts';

export const dashboardTexts = {
  /** `business`: named to who has several. */
  nothingWrong: (business = '') => `Nothing ${business && `at ${business} `}needs your attention`,
  accountLost: 'An account needs to be reconnected',
  moreTroubles: (posts: number) => `See ${plural(posts, 'more post')}`,
  /** `need`: one of those below. */
  trouble: (day: string, need: string) => `${day}: ${need}`,
  need: {
    answer: (platform: string) => `Did it go out on ${platform}?`,
    reconnect: postStateTexts.waitsForReconnect,
    fix: (platform: string, reason = 'The reason is not known.') =>
      reason.startsWith(platform) ? reason : `failed on ${platform}: ${reason}`,
  },
  stepsDone: (done: number, steps: number) => `${done} of ${steps} done`,
  steps: {
    connect: { label: 'Connect a social account', action: 'Connect' },
    upload: { label: 'Upload your first photos', action: 'Upload Photos' },
    posts: { label: 'Schedule your first post', create: 'Create Post', drafts: 'See your drafts' },
    week: {
      label: 'Plan your first week',
      action: 'Plan Your Week',
      ready: 'Times and words from your trade, with your photos.',
      needsPhotos: 'Times and words from your trade. Your photos come with the upload.',
      needsAccount: 'Times and words from your trade. Look first, connect later.',
    },
  },
  emptyDay: (out: number) => (out === 0 ? 'Nothing planned' : `${plural(out, 'post')} went out`),
  emptyWeek: {
    title: 'Nothing planned yet',
    text: 'A week with times and words from your trade is ready for you to change and plan.',
    action: 'Plan Your Week',
  },
  draftsWait: {
    title: 'Nothing goes out yet',
    text: (drafts: number) => `${plural(drafts, 'draft')} for these days ${drafts === 1 ? 'waits' : 'wait'} for you.`,
    action: 'See your drafts',
  },
  paused: (schedules: number) => `${plural(schedules, 'recurring schedule')} ${schedules === 1 ? 'is' : 'are'} paused`,
  figures: {
    photos: 'In your library',
    scheduled: 'Posts waiting to go out',
    createdIn: (month: string) => `Posts created in ${month}`,
    engagement: 'Of your published posts',
    /** Of a business that has published nothing yet, and of one whose platforms have not been asked yet. */
    noEngagement: 'Appears about an hour after a post is published',
    /** Of a month that goes on against one that is over. */
    againstMonth: (more: number, month: string) =>
      more === 0
        ? `As many as in all of ${month}`
        : `${formatNumber(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than in all of ${month}`,
    againstDays: (points: string, more: number) =>
      more === 0
        ? 'Unchanged from the 30 days before'
        : `${points} ${points === '1.0' ? 'point' : 'points'} ${more > 0 ? 'more' : 'less'} than the 30 days before`,
  },
} as const;
