import { AppError } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import type { KnownFacts } from '../facts/index.ts';
import { accountAfter, refuseUnsendable } from './post-rules.ts';
import { nextRound, withTargets } from './post.ts';
import type { PostRecord, Target } from './post.ts';
import { refuseOtherAccount } from './waiting-target.ts';

const alreadyOut = 'This post is already published.';
const stillUnclear = 'A platform needs your attention first; nothing else of this post is left to send.';

/**
 * The post with everything that is not published yet due now: waiting targets, and failed ones in a new round. @throws AppError publishing
 * (something is in flight or in doubt, or nothing is left to send), validation_failed, not_found
 */
export function postDueNow(post: PostRecord, facts: KnownFacts): PostRecord {
  const states = post.targets.map((target) => target.state);
  if (states.some((state) => state === 'dispatched' || state === 'publishing')) {
    throw new AppError('publishing');
  }
  const open = post.targets.filter(({ state }) => state === 'draft' || state === 'scheduled' || state === 'failed');
  if (open.length === 0) {
    throw new AppError('publishing', states.includes('needs_attention') ? stillUnclear : alreadyOut);
  }
  return sentNow({ ...post, dueAt: facts.now, timeZone: facts.business?.timeZone ?? 'UTC' }, open, facts);
}

/**
 * The post with its failed targets, and only those, due now in a new round: published ones are never sent twice. @throws AppError
 * not_retryable, publishing (nothing has failed so far, but something is in flight), validation_failed
 */
export function postRetried(post: PostRecord, facts: KnownFacts): PostRecord {
  const failed = post.targets.filter((target) => target.state === 'failed');
  if (failed.length === 0) {
    const isUnderWay = post.targets.some(({ state }) => state === 'dispatched' || state === 'publishing');
    throw new AppError(isUnderWay ? 'publishing' : 'not_retryable');
  }
  return sentNow(post, failed, facts);
}

/**
 * The same for one platform, whatever became of the others. @throws AppError not_retryable (it has not failed there), validation_failed
 */
export function targetRetried(post: PostRecord, platform: Platform, facts: KnownFacts): PostRecord {
  const failed = post.targets.filter((target) => target.platform === platform && target.state === 'failed');
  if (failed.length === 0) {
    throw new AppError('not_retryable');
  }
  return sentNow(post, failed, facts);
}

function sentNow(post: PostRecord, chosen: readonly Target[], facts: KnownFacts): PostRecord {
  const platforms = chosen.map((target) => target.platform);
  refuseUnsendable(post, platforms, facts);
  refuseOtherAccount(chosen, facts.accounts);
  const targets = post.targets.map((target): Target => {
    if (!chosen.includes(target)) {
      return target;
    }
    return {
      ...target,
      ...{ accountId: accountAfter(target, facts.accounts), state: 'scheduled', dueAt: facts.now, error: null },
      ...(target.state === 'failed' && nextRound(target)),
    };
  });
  return withTargets(post, targets, facts.now);
}
