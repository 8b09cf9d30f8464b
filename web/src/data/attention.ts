import type { Post, PostTarget } from '@postloom/contracts';
import { useMemo } from 'react';
import { asList } from '#lib/api/index.ts';
import { failedSince, needOf } from '#lib/contract-data.ts';
import { useNow } from '#lib/use-now.ts';
import { troubledAt } from './check-list.ts';
import { useFailedPosts, useSoonestPosts } from './posts.ts';

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
      (a, b) => urgency[a.need] - urgency[b.need] || Date.parse(troubledAt(b.post)) - Date.parse(troubledAt(a.post)),
    );
}

/** Posts that wait for the person, and those that failed lately. */
export function useTroubles() {
  const failed = useFailedPosts(failedSince(useNow(60_000).getTime()));
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
