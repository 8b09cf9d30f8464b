import { formatNumber } from '#lib/format.ts';

export const billingTexts = {
  upgraded: {
    title: 'Subscription Updated',
    description: (plan: string) => `You are now on the ${plan} plan.`,
  },
  upgradeFailed: {
    title: 'Upgrade Failed',
    description: 'Failed to upgrade subscription',
  },
  changing: (plan: string) => `Changing to ${plan}...`,
  simulatedPayment: 'In production this would redirect to the card payment provider. Nothing is charged here.',
  freePlan: (plan: string) => `${plan} Plan - Limited features`,
  paidPlan: (plan: string, dollars: number) => `${plan} Plan - $${dollars}/month`,
  period: (from: string, to: string) => `${from} to ${to}`,
  used: (used: number, limit: number, unit: string) => `${formatNumber(used)} of ${formatNumber(limit)} ${unit}`,
  unlimited: (unit: string) => `Unlimited ${unit}`,
  limit: {
    reached: (what: string) => `You have reached your ${what} limit.`,
    almost: (what: string) => `Almost at your limit for ${what}.`,
    approaching: (what: string) => `Approaching your ${what} limit.`,
  },
} as const;
