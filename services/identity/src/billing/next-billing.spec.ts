import { describe, expect, it } from '@jest/globals';
import type { Stripe } from 'stripe';
import { nextBilling, nextReadInSeconds } from './next-billing.ts';
import type { KeptBilling } from './next-billing.ts';
import { paidTimes, stateOf } from './subscription-state.ts';

const now = new Date('2026-11-23T12:00:00Z');
const seconds = (text: string): number => Date.parse(text) / 1_000;

function subscription(changes: Partial<Stripe.Subscription> & { tier?: string } = {}): Stripe.Subscription {
  const { tier = 'pro', ...rest } = changes;
  return {
    ...{ id: 'sub_1', created: seconds('2026-11-01T10:00:00Z'), status: 'active', cancel_at: null },
    ...{
      cancel_at_period_end: false,
      billing_cycle_anchor: seconds('2026-11-01T10:00:00Z'),
      cancellation_details: null,
    },
    items: {
      data: [
        {
          ...{ id: 'si_1', price: { metadata: { tier } } },
          ...{ current_period_end: seconds('2026-12-01T10:00:00Z') },
        },
      ],
    },
    ...rest,
  } as unknown as Stripe.Subscription;
}
const never: KeptBilling = {
  ...{ status: 'none', subscriptionId: null, tier: null, renewsAt: null, endsAt: null, graceEndsAt: null },
  next: null,
};
const next = (before: KeptBilling, ...subscriptions: Stripe.Subscription[]) =>
  nextBilling(before, stateOf(subscriptions), now, 7);

describe('what a person pays for', () => {
  it('leaves the plan alone of who never paid', () => {
    expect(next(never)).toEqual({ kept: never, entitled: null });
    expect(next(never, subscription({ status: 'incomplete' }))).toMatchObject({ entitled: null });
    expect(next(never, subscription({ tier: 'a thing of another shop' }))).toMatchObject({ entitled: null });
  });

  it('is the plan of the price, from the day that is charged', () => {
    expect(next(never, subscription())).toMatchObject({
      kept: { status: 'active', tier: 'pro', renewsAt: new Date('2026-12-01T10:00:00Z'), endsAt: null },
      entitled: 'pro',
    });
    expect(next(never, subscription({ status: 'trialing', tier: 'agency' }))).toMatchObject({ entitled: 'agency' });
  });

  it('is the larger of two that are paid, and counts both', () => {
    const both = [subscription({ tier: 'agency', id: 'sub_0', created: 1 }), subscription()];
    expect(next(never, ...both).entitled).toBe('agency');
    expect(paidTimes(both)).toBe(2);
  });

  const schedule = (price: object | string) =>
    ({
      ...{ id: 'sub_sched_1', current_phase: { start_date: 1, end_date: seconds('2026-12-01T10:00:00Z') } },
      phases: [
        { start_date: 1, items: [{ price: { metadata: { tier: 'agency' } } }] },
        { start_date: seconds('2026-12-01T10:00:00Z'), items: [{ price }] },
      ],
    }) as unknown as Stripe.SubscriptionSchedule;

  it('becomes a smaller plan with the next month when that was chosen', () => {
    const changes = (price: object | string) => stateOf([subscription({ tier: 'agency', schedule: schedule(price) })]);
    expect(changes({ metadata: { tier: 'pro' } })).toMatchObject({
      ...{ tier: 'agency', scheduleId: 'sub_sched_1', renewsAt: new Date('2026-12-01T10:00:00Z') },
      next: { tier: 'pro', at: new Date('2026-12-01T10:00:00Z') },
    });
    for (const other of [{ metadata: { tier: 'a thing of another shop' } }, { deleted: true }, 'price_1']) {
      expect(changes(other)).toMatchObject({ scheduleId: 'sub_sched_1', next: null });
    }
    const canceled = subscription({ cancel_at_period_end: true, schedule: schedule({ metadata: { tier: 'pro' } }) });
    expect(next(never, canceled).kept.next).toBeNull();
    expect(next(never, subscription({ schedule: schedule({ metadata: { tier: 'pro' } }) })).kept.next?.tier).toBe(
      'pro',
    );
  });

  it('ends with the month when it was canceled', () => {
    const { kept, entitled } = next(never, subscription({ cancel_at_period_end: true }));
    expect([kept.renewsAt, kept.endsAt, entitled]).toEqual([null, new Date('2026-12-01T10:00:00Z'), 'pro']);
  });

  it.each(['past_due', 'unpaid'] as const)('%s: the days of grace begin once, then the Free plan', (status) => {
    const paid = next(never, subscription()).kept;
    const failing = next(paid, subscription({ status }));
    const graceEndsAt = new Date('2026-11-30T12:00:00Z');
    expect(failing).toMatchObject({ kept: { status: 'past_due', graceEndsAt }, entitled: 'pro' });
    const later = nextBilling(failing.kept, stateOf([subscription({ status })]), new Date('2026-11-30T11:59:59Z'), 7);
    expect(later).toMatchObject({ kept: { graceEndsAt }, entitled: 'pro' });
    expect(nextBilling(failing.kept, stateOf([subscription({ status })]), graceEndsAt, 7)).toMatchObject({
      kept: { status: 'past_due', graceEndsAt },
      entitled: 'free',
    });
    // The next failure after a payment has days of its own.
    expect(next(next(failing.kept, subscription()).kept, subscription({ status })).kept.graceEndsAt).toEqual(
      graceEndsAt,
    );
  });

  it('that Stripe gave up on for want of payment keeps its grace; that its person left does not', () => {
    const lost = subscription({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' } as Stripe.Subscription.CancellationDetails,
    });
    const paid = next(never, subscription()).kept;
    expect(next(paid, lost)).toMatchObject({ kept: { status: 'past_due', renewsAt: null }, entitled: 'pro' });
    expect(next(paid, subscription({ status: 'canceled' }))).toMatchObject({
      kept: { status: 'ended' },
      entitled: 'free',
    });
    // An old failure gives no days to who left a later subscription.
    const newer = subscription({ id: 'sub_2', status: 'canceled', created: seconds('2026-11-20T10:00:00Z') });
    expect(next(paid, lost, newer)).toMatchObject({ kept: { status: 'ended' }, entitled: 'free' });
  });

  it('is nothing when the customer was deleted at Stripe', () => {
    expect(next(next(never, subscription()).kept)).toMatchObject({
      kept: { status: 'ended', graceEndsAt: null, renewsAt: null },
      entitled: 'free',
    });
  });
});

describe('the next reading', () => {
  const every = 86_400;
  const of = (status: KeptBilling['status'], graceEndsAt: Date | null = null): KeptBilling => ({
    ...never,
    status,
    graceEndsAt,
  });

  it('comes now and then while something is paid, at the end of grace, and soon after a checkout', () => {
    expect(nextReadInSeconds(of('active'), null, now, every)).toBe(every);
    expect(nextReadInSeconds(of('past_due', new Date(now.getTime() + 60_000)), null, now, every)).toBe(61);
    expect(nextReadInSeconds(of('past_due', now), null, now, every)).toBe(every);
    expect(nextReadInSeconds(of('none'), now, now, every)).toBe(900);
    expect(nextReadInSeconds(of('ended'), new Date(now.getTime() - 2 * 86_400_000), now, every)).toBeNull();
    expect(nextReadInSeconds(of('none'), null, now, every)).toBeNull();
  });
});
