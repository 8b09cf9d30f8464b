import { plural } from '#lib/words.ts';

/** Texts of what comes of connecting an account: nothing else says them. */
export const connectTexts = {
  connected: {
    instagram: 'Instagram Connected',
    other: 'Account Connected',
    /** `business` is named for who has several. */
    ready: (account: string, platform: string, business: string | null) =>
      business === null
        ? `${account} on ${platform} is ready for your posts.`
        : `${account} on ${platform} is ready for posts from ${business}.`,
    /** What failed while it was not. */
    missed: (posts: number) => `${plural(posts, 'post')} did not go out there lately.`,
    see: (posts: number) => (posts === 1 ? 'See it' : 'See them'),
  },
  failed: {
    title: 'Connection Failed',
    description: 'Failed to connect account. Please try again.',
    start: (platform: string) => `Failed to start ${platform} connection. Please try again.`,
    closed: (platform: string) => `The ${platform} window was closed before it finished.`,
  },
  limit: {
    title: 'Account limit reached',
    description: (accounts: number, platform: string) =>
      `Your plan includes ${plural(accounts, 'social account')}. Upgrade to connect ${platform} too.`,
  },
} as const;
