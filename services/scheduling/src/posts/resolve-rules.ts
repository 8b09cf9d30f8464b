import { AppError } from '@postloom/contracts';
import type { Platform, Resolution } from '@postloom/contracts';
import type { z } from 'zod';
import type { KnownFacts } from '../facts/index.ts';
import { accountAfter, refuseUnsendable } from './post-rules.ts';
import { nextRound, withTargets } from './post.ts';
import type { PostRecord, Target } from './post.ts';
import { refuseOtherAccount } from './waiting-target.ts';

const givenUp = {
  code: 'given_up',
  message: 'It could not be found out whether this was published, and you decided to leave it.',
};

/** The target that awaits a person's resolution. @throws AppError not_found, not_retryable (it is not in doubt) */
export function unclearTarget(post: PostRecord, platform: Platform): Target {
  const target = post.targets.find((one) => one.platform === platform);
  if (target === undefined) {
    throw new AppError('not_found');
  }
  if (target.state !== 'needs_attention') {
    throw new AppError('not_retryable', 'Nothing about this post is unclear on this platform.');
  }
  return target;
}

/**
 * The post after a person's resolution of a target whose outcome could not be verified. `send_again` hands it to the publisher at once, in
 * its next round. @throws AppError not_found, not_retryable; for `send_again` also validation_failed (what keeps any post from being sent)
 */
export function resolvedPost(
  post: PostRecord,
  platform: Platform,
  resolution: z.output<typeof Resolution>,
  facts: KnownFacts,
): PostRecord {
  const target = unclearTarget(post, platform);
  const next = resolvedTarget(post, target, resolution, facts);
  const targets = post.targets.map((one) => (one === target ? next : one));
  return withTargets(post, targets, facts.now);
}

function resolvedTarget(
  post: PostRecord,
  target: Target,
  resolution: z.output<typeof Resolution>,
  facts: KnownFacts,
): Target {
  switch (resolution.outcome) {
    case 'published':
      return {
        ...target,
        ...{ state: 'published', isByResolution: true, error: null, delayedUntil: null },
        ...{ permalink: resolution.permalink ?? null, publishedAt: facts.now },
      };
    case 'give_up':
      return { ...target, state: 'failed', error: givenUp };
    case 'send_again':
      refuseUnsendable(post, [target.platform], facts);
      refuseOtherAccount([target], facts.accounts);
      return {
        ...{ ...target, ...nextRound(target) },
        ...{ accountId: accountAfter(target, facts.accounts), state: 'dispatched', dueAt: facts.now },
      };
  }
}
