import type { Plan, Tier } from '@postloom/contracts';

/** The plans in the order in which they are offered. */
export const tiers: readonly Tier[] = ['free', 'pro', 'agency'];

/** '$19' and 'per month'. */
export function priceOf({ monthlyPrice }: Pick<Plan, 'monthlyPrice'>): { amount: string; per: string } {
  return { amount: `$${monthlyPrice}`, per: monthlyPrice === 0 ? 'forever' : 'per month' };
}
