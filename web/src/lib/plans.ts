import type { Plan, Tier } from '@postloom/contracts';

/** The plans in the order in which they are offered. */
export const tiers: readonly Tier[] = ['free', 'pro', 'agency'];

/** The way to all plans, wherever one of their limits is met. */
export const plansLink = { href: '/settings#subscription', label: 'See plans' } as const;

/** '$19' and 'per month'. */
export function priceOf({ monthlyPrice }: Pick<Plan, 'monthlyPrice'>): { amount: string; per: string } {
  return { amount: `$${monthlyPrice}`, per: monthlyPrice === 0 ? 'forever' : 'per month' };
}
