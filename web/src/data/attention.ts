import type { Post, PostTarget } from '@postloom/contracts';
import { useMemo } from 'react';
import { asList } from '#lib/api/index.ts';
import { dayIn, shiftDay } from '#lib/month-grid.ts';
import { useNow } from '#lib/use-now.ts';
import { needOf } from './post-state.ts';
import { useFailedPosts, useSoonestPosts } from './posts.ts';

/** Days after which a failed post is no longer brought up. */
const RECENT_DAYS = 14;

export type Trouble = { post: Post; target: PostTarget; need: NonNullable<ReturnType<typeof needOf>> };

const urgency = { answer: 0, reconnect: 1, fix: 2 } as const;

/** What a person has to do about these posts: one entry for each, the most urgent first, then the latest. */
export function troublesOf(posts: readonly Post[]): readonly Trouble[] {
  return posts
    .flatMap((post): Trouble[] => {
      const [worst] = post.targets
        .flatMap((target) => {
          const need = needOf(target);
          return need === null ? [] : [{ post, target, need }];
        })
        .sort((a, b) => urgency[a.need] - urgency[b.need]);
      return worst ? [worst] : [];
    })
    .sort(
      (a, b) =>
        urgency[a.need] - urgency[b.need] ||
        Date.parse(b.post.scheduledFor ?? b.post.createdAt) - Date.parse(a.post.scheduledFor ?? a.post.createdAt),
    );
}

/** Posts that wait for the person, and those that failed lately. */
export function useTroubles() {
  const failed = useFailedPosts(`${shiftDay(dayIn('UTC', useNow(60_000)), -RECENT_DAYS)}T00:00:00Z`);
  const waiting = useSoonestPosts();
  const troubles = useMemo(
    () => failed.data && waiting.data && troublesOf([...asList<Post>(failed.data), ...asList<Post>(waiting.data)]),
    [failed.data, waiting.data],
  );
  return {
    data: troubles,
    error: failed.error ?? waiting.error,
    fetchStatus: failed.fetchStatus === 'idle' ? waiting.fetchStatus : failed.fetchStatus,
    refetch: () => Promise.all([failed.refetch(), waiting.refetch()]),
  };
}
