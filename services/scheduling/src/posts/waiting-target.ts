import { AppError, platformRules, postMessages, UNCLEAR_OUTCOME } from '@postloom/contracts';
import type { ConnectedAccount } from './post-rules.ts';
import type { Target } from './post.ts';

/** Waits for its own account: until it is due, or because the account does not accept calls. One whose outcome is unclear does not. */
export function waitsForAccount({ state, error }: Pick<Target, 'state' | 'error'>): boolean {
  return state === 'scheduled' || (state === 'needs_attention' && error !== null && error.code !== UNCLEAR_OUTCOME);
}

/** The same as SQL, for `post_targets t`. */
export const targetWaitsForAccount = `(t.state = 'scheduled'
  OR (t.state = 'needs_attention' AND t.error_code <> '${UNCLEAR_OUTCOME}'))`;

/**
 * A post that waits for its account is never sent from another one because somebody wants it out now: that is decided for all
 * posts of the account at once.
 * @throws AppError validation_failed
 */
export function refuseOtherAccount(targets: readonly Target[], accounts: readonly ConnectedAccount[]): void {
  const elsewhere = targets.find(
    (target) =>
      waitsForAccount(target) &&
      target.accountId !== null &&
      accounts.every(({ accountId }) => accountId !== target.accountId),
  );
  if (elsewhere !== undefined) {
    const message = postMessages.waitsForOtherAccount(platformRules[elsewhere.platform].name);
    throw new AppError('validation_failed', message, { details: [{ path: 'platforms', message }] });
  }
}

/** A waiting target that goes from another account from now on; what the publisher has is sent anew, in its next round. */
export function movedTarget(target: Target, accountId: string, now: Date): Target {
  if (target.state === 'scheduled') {
    return { ...target, accountId };
  }
  return {
    ...target,
    ...{ accountId, state: 'scheduled', dueAt: now, delayedUntil: null },
    ...{ round: target.round + 1, eventVersion: 0, attempts: 0, error: null },
  };
}
