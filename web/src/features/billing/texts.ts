import type { Tier } from '@postloom/contracts';
import { formatNumber } from '#lib/format.ts';

export const billingTexts = {
  upgraded: {
    title: 'Subscription Updated',
    description: (plan: string, chosen: Tier) =>
      chosen === 'free' && plan !== 'Free'
        ? `You keep the ${plan} plan until the end of the month you paid for.`
        : `You are now on the ${plan} plan.`,
    kept: (plan: string) => `You keep the ${plan} plan.`,
  },
  upgradeFailed: {
    title: 'Upgrade Failed',
    description: 'Failed to upgrade subscription',
  },
  changing: (plan: string) => `Changing to ${plan}...`,
  simulatedPayment: 'In production this would redirect to the card payment provider. Nothing is charged here.',
  freePlan: (plan: string) => `${plan} Plan - Limited features`,
  paidPlan: (plan: string, dollars: number) => `${plan} Plan - $${dollars}/month`,
  payment: {
    title: 'Payment Processing',
    toProvider: (plan: string, perMonth: string) => `${plan} costs ${perMonth} per month.`,
    dueNow: (amount: string) => `Due today: ${amount}.`,
    startsOn: (date: string) => `The change takes effect on ${date}. Nothing is due today.`,
    goOn: 'Continue to payment',
    leaving: 'Opening the payment page...',
    previewFailed: 'The price could not be loaded. You will see it on the payment page.',
  },
  paid: { title: 'Payment received', description: 'Your plan changes in a moment.' },
  later: { title: 'Subscription Updated', description: 'Your plan changes when this month is over.' },
  left: { title: 'Payment canceled', description: 'Nothing was charged and your plan is unchanged.' },
  grace: {
    title: 'Your last payment did not go through',
    description: (plan: string, date: string) =>
      `You keep the ${plan} plan until ${date}. Update your card before then, or your account changes to the Free plan.`,
    over: 'Your account is on the Free plan. Everything you made is still here. Update your card to get your plan back.',
    update: 'Update card',
  },
  renewsOn: (date: string) => `Next payment on ${date}.`,
  endsOn: (date: string) => `Canceled. It ends on ${date}.`,
  changesOn: (plan: string, date: string) => `Changes to the ${plan} plan on ${date}.`,
  begins: (date: string) => `Begins on ${date}`,
  keep: (plan: string) => `Keep ${plan}`,
  keeping: 'One moment...',
  portal: 'Manage billing',
  portalFailed: 'The billing page could not be opened. Please try again.',
  invoices: {
    title: 'Invoices',
    none: 'No invoices yet.',
    loading: 'Loading invoices',
    view: (number: string) => `View invoice ${number}`,
    pdf: (number: string) => `Download invoice ${number} as PDF`,
    status: { draft: 'Draft', open: 'Open', paid: 'Paid', uncollectible: 'Unpaid', void: 'Void' },
  },
  history: {
    title: 'Usage history',
    none: 'Nothing used yet. Your posts and captions of each billing month appear here.',
    loading: 'Loading usage history',
    from: 'Month from',
    posts: 'Posts',
    captions: 'AI captions',
    missing: 'Some figures could not be loaded.',
    unknown: 'not known',
  },
  period: (from: string, to: string) => `${from} to ${to}`,
  used: (used: number, limit: number, unit: string) => `${formatNumber(used)} of ${formatNumber(limit)} ${unit}`,
  unlimited: (unit: string) => `Unlimited ${unit}`,
  limit: {
    reached: (what: string) => `You have reached your ${what} limit.`,
    almost: (what: string) => `Almost at your limit for ${what}.`,
    approaching: (what: string) => `Approaching your ${what} limit.`,
  },
} as const;
