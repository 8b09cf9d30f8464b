export const billingTexts = {
  upgraded: {
    title: 'Subscription Updated',
    description: (plan: string) => `You are now on the ${plan} plan.`,
  },
  upgradeFailed: {
    title: 'Upgrade Failed',
    description: 'Failed to upgrade subscription',
  },
} as const;
