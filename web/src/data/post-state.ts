import type { Post, PostTarget, PostWithHistory } from '@postloom/contracts';
import { needOf } from '#lib/contract-data.ts';
import type { ShownStatus } from '#ui/index.ts';
import { postStateTexts } from './texts.ts';

export { knownCaption, spokenFor } from '#lib/contract-data.ts';

export type PostActions = {
  /** Edit and Reschedule: null when allowed, else the reason. */
  edit: string | null;
  publish: string | null;
  retry: boolean;
  /** Back to a draft: possible while nothing of it is out or on its way. */
  unschedule: boolean;
  remove: string | null;
};

/** What a person may do with a post, by what happens on its platforms; the server decides again. */
export function actionsOf(post: Pick<Post, 'status' | 'targets'>): PostActions {
  const is = (status: PostTarget['status']) => post.targets.some((target) => target.status === status);
  if (is('publishing')) {
    const { publishing } = postStateTexts;
    return { edit: publishing, publish: publishing, retry: false, unschedule: false, remove: publishing };
  }
  const isAllOut = post.targets.length > 0 && post.targets.every((target) => target.status === 'published');
  const out = isAllOut
    ? postStateTexts.published
    : is('published')
      ? is('failed')
        ? postStateTexts.partFailed
        : postStateTexts.partPublished
      : null;
  const needs = post.targets.map(needOf);
  const unclear = needs.includes('answer')
    ? postStateTexts.unclear
    : needs.includes('reconnect')
      ? postStateTexts.reconnect
      : null;
  const waiting = is('pending');
  return {
    edit: unclear ?? out,
    publish: waiting
      ? null
      : (unclear ?? (is('failed') ? postStateTexts.retryInstead : postStateTexts.nothingToPublish)),
    retry: is('failed'),
    unschedule: post.status === 'scheduled' && post.targets.every((target) => target.status === 'pending'),
    remove: null,
  };
}

/** The instant a post has in the calendar: when it should go out, else when it did. */
export function shownAt(post: Pick<Post, 'scheduledFor' | 'targets'>): string | null {
  if (post.scheduledFor) {
    return post.scheduledFor;
  }
  return post.targets.map((target) => target.publishedAt).find((at) => at !== null) ?? null;
}

/** Until when a target waits past its time; null when it does not. */
export function delayedUntilOf(target: Pick<PostTarget, 'status' | 'delayedUntil'>): string | null {
  return target.status === 'pending' && target.delayedUntil ? target.delayedUntil : null;
}

/** Who did an entry of the history. */
export function actorName({ actor, isYou }: Pick<PostWithHistory['history'][number], 'actor' | 'isYou'>): string {
  return postStateTexts.actor[actor === 'person' && isYou ? 'you' : actor];
}

/** How a post is shown: as needing the person while one of its parts does, else by its own status. */
export function shownStatus(post: Pick<Post, 'status' | 'targets'>): ShownStatus {
  return post.targets.some((target) => target.status === 'needs_attention') ? 'attention' : post.status;
}
