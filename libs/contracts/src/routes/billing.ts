import { z } from 'zod';
import { Billing, billingRpc, Invoice, PaidTier, PlanPreview } from '../identity/index.ts';
import { defineRoute } from '../kernel/index.ts';
import { UserUsageHistory } from '../plans/index.ts';

const billing = { tag: 'User, plan and limits' } as const;

/** How plans are paid. */
export const billingRoutes = {
  usageHistory: defineRoute('GET', '/api/user/usage-history', {
    ...billing,
    summary: 'Posts and captions of the last 12 billing periods',
    answer: UserUsageHistory,
  }),
  billing: defineRoute('GET', '/api/billing', { ...billing, summary: 'How the plan is paid', answer: Billing }),
  billingInvoices: defineRoute('GET', '/api/billing/invoices', {
    ...billing,
    summary: 'The last 100 invoices, newest first',
    answer: z.array(Invoice),
    errors: billingRpc.billingInvoices.errors,
  }),
  billingPreview: defineRoute('GET', '/api/billing/preview', {
    ...billing,
    summary: 'What choosing a paid plan would cost today',
    query: z.object({ tier: PaidTier }),
    answer: PlanPreview,
    errors: billingRpc.planPreview.errors,
  }),
  billingPortal: defineRoute('POST', '/api/billing/portal', {
    ...billing,
    summary: 'To the page of the payment provider where cards, addresses and tax ids are changed',
    answer: billingRpc.billingPortal.output,
    errors: billingRpc.billingPortal.errors,
  }),
  stripeWebhook: defineRoute('POST', '/api/platform-callbacks/stripe/webhook', {
    ...billing,
    summary: 'A signed event of Stripe',
    access: 'public',
    answer: billingRpc.billingWebhook.output,
    errors: billingRpc.billingWebhook.errors,
  }),
} as const;
