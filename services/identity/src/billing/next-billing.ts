import type { PaidTier, Tier } from '@postloom/contracts';
import type { NextPlan, SubscriptionState } from './subscription-state.ts';

/** What we keep of how a person pays. */
export interface KeptBilling {
  readonly status: 'none' | 'active' | 'past_due' | 'ended';
  readonly subscriptionId: string | null;
  readonly tier: PaidTier | null;
  readonly renewsAt: Date | null;
  readonly endsAt: Date | null;
  readonly next: NextPlan | null;
  readonly graceEndsAt: Date | null;
}

export interface NextBilling {
  readonly kept: KeptBilling;
  /** The plan that follows from it; null: nothing was ever paid here, so the plan is none of our business. */
  readonly entitled: Tier | null;
}

const DAY_MS = 86_400_000;

/**
 * What the provider's word of now makes of what we kept. Only this word counts, never an event's, so the order in which events arrive and
 * how often makes no difference. The days of grace begin when a failed payment is first seen, and once per failure.
 */
export function nextBilling(before: KeptBilling, state: SubscriptionState, now: Date, graceDays: number): NextBilling {
  const { subscriptionId, tier, renewsAt, endsAt, next } = state;
  const kept = { subscriptionId, tier, renewsAt, endsAt, next, graceEndsAt: null };
  switch (state.status) {
    case 'none':
      return before.status === 'none'
        ? { kept: { ...kept, status: 'none' }, entitled: null }
        : {
            kept: { ...before, status: 'ended', renewsAt: null, endsAt: null, next: null, graceEndsAt: null },
            entitled: 'free',
          };
    case 'active':
      return { kept: { ...kept, status: 'active' }, entitled: tier };
    case 'failing': {
      const isSame = before.subscriptionId === subscriptionId;
      const graceEndsAt = (isSame ? before.graceEndsAt : null) ?? new Date(now.getTime() + graceDays * DAY_MS);
      return { kept: { ...kept, status: 'past_due', graceEndsAt }, entitled: now < graceEndsAt ? tier : 'free' };
    }
    case 'ended':
      return { kept: { ...kept, status: 'ended' }, entitled: 'free' };
  }
}

/** A checkout's page can be paid for a day. */
const CHECKOUT_DAYS = 2;
const CHECKOUT_SECONDS = 900;

/**
 * Seconds until the provider is asked again by ourselves, which heals events that were lost; null: when the next event or checkout wakes
 * the row.
 */
export function nextReadInSeconds(
  { status, graceEndsAt }: KeptBilling,
  checkoutAt: Date | null,
  now: Date,
  everySeconds: number,
): number | null {
  if (status === 'past_due' && graceEndsAt !== null && graceEndsAt > now) {
    // Just after the end, by the clock that decides it.
    return Math.min(everySeconds, Math.ceil((graceEndsAt.getTime() - now.getTime()) / 1_000) + 1);
  }
  if (status === 'active' || status === 'past_due') {
    return everySeconds;
  }
  const mayBePaid = checkoutAt !== null && now.getTime() - checkoutAt.getTime() < CHECKOUT_DAYS * DAY_MS;
  return mayBePaid ? Math.min(everySeconds, CHECKOUT_SECONDS) : null;
}
