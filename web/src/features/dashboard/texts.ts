import { plural } from '#lib/words.ts';

export const dashboardTexts = {
  nothingWrong: 'Nothing needs your attention',
  moreTroubles: (posts: number) => plural(posts, 'more post'),
  need: {
    answer: (platform: string) => `Did it go out on ${platform}?`,
    reconnect: (platform: string) => `Waiting for you to reconnect ${platform}`,
    fix: (platform: string, reason = 'The reason is not known.') => `Failed on ${platform}: ${reason}`,
  },
  stepsDone: (done: number, steps: number) => `${done} of ${steps} done`,
  steps: {
    connect: { label: 'Connect a social account', action: 'Connect' },
    upload: { label: 'Upload your first photos', action: 'Upload Photos' },
    posts: { label: 'Schedule your first post', create: 'Create Post', drafts: 'See your drafts' },
  },
  startWeek: {
    text: 'Not sure where to begin? Your photos and your trade make a week of drafts to choose from.',
    action: 'Start with this week',
  },
  figures: {
    photos: 'In your library',
    scheduled: 'Posts waiting to go out',
    createdIn: (month: string) => `Posts created in ${month}`,
    engagement: 'Of your published posts',
    noEngagement: 'Appears once posts are published',
  },
} as const;
