import { PaidTier } from '@postloom/contracts';
import type { Stripe } from 'stripe';

/** A plan that takes the place of the present one then. */
export interface NextPlan {
  readonly tier: PaidTier;
  readonly at: Date;
}

/** What the payment provider says of a person's subscriptions, in our words. */
export interface SubscriptionState {
  /** `failing`: the last payment did not succeed. */
  readonly status: 'none' | 'active' | 'failing' | 'ended';
  readonly subscriptionId: string | null;
  readonly itemId: string | null;
  readonly tier: PaidTier | null;
  /** The first day of the paid months. */
  readonly anchor: Date | null;
  /** The next payment; null once nothing is charged any more. */
  readonly renewsAt: Date | null;
  readonly endsAt: Date | null;
  /** The provider's plan for the coming months, which has to go before anything else is decided about them. */
  readonly scheduleId: string | null;
  readonly next: NextPlan | null;
}

const NOTHING: SubscriptionState = {
  ...{ status: 'none', subscriptionId: null, itemId: null, tier: null },
  ...{ anchor: null, renewsAt: null, endsAt: null, scheduleId: null, next: null },
};

/**
 * The one state that counts: the largest plan that is paid; else the subscription that was made last, since an older one that failed or
 * ended says nothing about today.
 */
export function stateOf(subscriptions: readonly Stripe.Subscription[]): SubscriptionState {
  const states = subscriptions
    .toSorted((a, b) => b.created - a.created)
    .map(one)
    .filter(({ status }) => status !== 'none');
  const paid = states.filter(({ status }) => status === 'active');
  return paid.find(({ tier }) => tier === 'agency') ?? paid[0] ?? states[0] ?? NOTHING;
}

/** How many subscriptions are paid for at the same time; more than one is a mistake that costs the person money. */
export function paidTimes(subscriptions: readonly Stripe.Subscription[]): number {
  return subscriptions.map(one).filter(({ status }) => status === 'active').length;
}

/** Which plan a price is for; ours say so themselves. */
export function tierOfPrice(price: Pick<Stripe.Price, 'metadata'>): PaidTier | null {
  return PaidTier.safeParse(price.metadata['tier']).data ?? null;
}

function one(subscription: Stripe.Subscription): SubscriptionState {
  const item = subscription.items.data.find(({ price }) => tierOfPrice(price) !== null);
  if (item === undefined) {
    return NOTHING; // something else that is sold through the same provider
  }
  const status = statusOf(subscription);
  const periodEnd = instant(item.current_period_end);
  const endsAt = subscription.cancel_at === null ? null : instant(subscription.cancel_at);
  const isOpen = (status === 'active' || status === 'failing') && subscription.status !== 'canceled';
  const ending = isOpen ? (endsAt ?? (subscription.cancel_at_period_end ? periodEnd : null)) : null;
  return {
    status,
    subscriptionId: subscription.id,
    itemId: item.id,
    tier: tierOfPrice(item.price),
    anchor: instant(subscription.billing_cycle_anchor),
    renewsAt: isOpen && ending === null ? periodEnd : null,
    endsAt: ending,
    ...(isOpen && ending === null ? scheduled(subscription.schedule) : { scheduleId: null, next: null }),
  };
}

/** What follows the present phase of a schedule; one that was not read says nothing. */
function scheduled(schedule: Stripe.Subscription['schedule']): Pick<SubscriptionState, 'scheduleId' | 'next'> {
  if (schedule === null || typeof schedule !== 'object') {
    return { scheduleId: schedule ?? null, next: null };
  }
  const { id: scheduleId, current_phase: present, phases } = schedule;
  const following = present === null ? undefined : phases.find(({ start_date: start }) => start >= present.end_date);
  const tier = following?.items
    .map(({ price }) => (typeof price === 'object' && 'metadata' in price ? tierOfPrice(price) : null))
    .find((one) => one !== null);
  return { scheduleId, next: following && tier ? { tier, at: instant(following.start_date) } : null };
}

/** A first payment that never succeeded (incomplete) has bought nothing; what ended for want of payment still has its days of grace. */
function statusOf({ status, cancellation_details: details }: Stripe.Subscription): SubscriptionState['status'] {
  switch (status) {
    case 'active':
    case 'trialing':
      return 'active';
    case 'past_due':
    case 'unpaid':
      return 'failing';
    case 'canceled':
      return details?.reason === 'payment_failed' ? 'failing' : 'ended';
    case 'paused':
      return 'ended';
    default:
      return 'none';
  }
}

const instant = (seconds: number): Date => new Date(seconds * 1_000);
