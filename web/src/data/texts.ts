import { plural } from '#lib/words.ts';

/** What is said of posts on every screen that shows them. */
export const postStateTexts = {
  publishing: 'This post is being published and can no longer be changed.',
  published: 'This post is published and can no longer be changed.',
  partFailed: 'A part of this post is already published. What failed can still be fixed, platform by platform.',
  partPublished: 'A part of this post is already published, so it can no longer be changed.',
  unclear: 'It is not yet clear whether this post went out. It can be changed once that is decided.',
  publishingNow: 'Publishing now',
  waitsForReconnect: (platforms: string) => `Waiting for you to reconnect ${platforms}.`,
  reconnectFirst: (platforms: string) => `Reconnect ${platforms} so this can go out.`,
  reconnect: 'This post waits for an account to be reconnected, and goes out right after that.',
  retryInstead: 'Retry sends what failed.',
  nothingToPublish: 'This post is already published.',
  target: {
    pending: 'Waiting',
    publishing: 'Publishing...',
    published: 'Published',
    failed: 'Failed',
    needs_attention: 'Needs attention',
  },
  actor: {
    you: 'You',
    person: 'Someone on your team',
    schedule: 'Recurring schedule',
    system: 'Postloom',
  },
} as const;

/** Why something with a post did not work, where it has its own words. */
export const postFailureTexts = {
  limit: {
    title: 'Post Limit Reached',
    description: (plan: string) =>
      `You've reached your ${plan || 'current'} plan limit. Upgrade to continue creating posts.`,
  },
  changedMeanwhile: 'Someone changed this in the meantime. You see the latest version now; please try again.',
} as const;

/** Why a free time is offered. */
export const slotTexts = {
  measured: (percent: number, posts: number) => `About ${Math.round(percent)}% above usual, ${plural(posts, 'post')}`,
} as const;
