import { z } from 'zod';
import { defineRpc, Empty, Instant } from '../kernel/index.ts';
import { Tier } from '../plans/index.ts';

/** Plans that cost money. */
export const PaidTier = Tier.exclude(['free']);
export type PaidTier = z.infer<typeof PaidTier>;

/** Where a person pays; opened by the browser. */
const PageUrl = z.url({ protocol: /^https?$/ });

/** Amounts are in the smallest unit of the currency: cents. */
const Amount = z.number().int();
const Currency = z.string().regex(/^[a-z]{3}$/);

/** How the person pays, and what comes next. */
export const Billing = z.object({
  /** `provider`: cards, at the payment provider; `simulated`: nothing is charged; `none`: plans can't be changed here. */
  payment: z.enum(['provider', 'simulated', 'none']),
  subscriptionTier: Tier,
  /** `past_due`: the last payment failed, and the plan holds until `graceEndsAt`. */
  status: z.enum(['none', 'active', 'past_due', 'ended']),
  graceEndsAt: Instant.nullable(),
  /** The next payment; null when there is none. */
  renewsAt: Instant.nullable(),
  /** The plan was canceled and ends then; until then it can be kept. */
  endsAt: Instant.nullable(),
  /** A smaller plan that was chosen and begins then; until then the present one can be kept. */
  next: z.object({ tier: PaidTier, startsAt: Instant }).nullable().optional(),
});
export type Billing = z.infer<typeof Billing>;

export const Invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
  total: Amount,
  currency: Currency,
  createdAt: Instant,
  /** The invoice at the payment provider, and its PDF. */
  url: PageUrl.nullable(),
  pdfUrl: PageUrl.nullable(),
});
export type Invoice = z.infer<typeof Invoice>;

/** What choosing a paid plan would cost. */
export const PlanPreview = z.object({
  tier: PaidTier,
  /** Charged at once, what is left of the present month's payment set off. */
  dueNow: Amount,
  perMonth: Amount,
  currency: Currency,
  /** A smaller plan begins with the next month; null: at once. */
  startsAt: Instant.nullable(),
});
export type PlanPreview = z.infer<typeof PlanPreview>;

/** POST /api/user/upgrade: the plan changed (or was kept), or the payment comes first. */
export const PlanChoice = z.union([
  z.object({ success: z.literal(true), subscriptionTier: Tier }),
  z.object({ checkoutUrl: PageUrl }),
]);
export type PlanChoice = z.infer<typeof PlanChoice>;

/** Enough for the calls to the payment provider that one of these needs. */
const PROVIDER_DEADLINE_MS = 20_000;

export const billingRpc = {
  /** The simulated payment, or the payment provider's page. */
  planChoose: defineRpc('rpc.identity.plan.choose.v1', {
    input: z.strictObject({ tier: Tier }),
    output: PlanChoice,
    errors: ['payment_unavailable', 'rate_limited', 'dependency_failed'],
    deadlineMs: PROVIDER_DEADLINE_MS,
  }),
  planPreview: defineRpc('rpc.identity.plan.preview.v1', {
    input: z.strictObject({ tier: PaidTier }),
    output: PlanPreview,
    errors: ['payment_unavailable', 'rate_limited', 'dependency_failed'],
    deadlineMs: PROVIDER_DEADLINE_MS,
  }),
  billingGet: defineRpc('rpc.identity.billing.get.v1', { input: Empty, output: Billing, retryable: true }),
  /** Newest first, the last 100; empty where nothing is paid. */
  billingInvoices: defineRpc('rpc.identity.billing.invoices.v1', {
    input: Empty,
    output: z.array(Invoice),
    errors: ['rate_limited', 'dependency_failed'],
    deadlineMs: PROVIDER_DEADLINE_MS,
  }),
  billingPortal: defineRpc('rpc.identity.billing.portal.v1', {
    input: Empty,
    output: z.object({ url: PageUrl }),
    errors: ['payment_unavailable', 'rate_limited', 'dependency_failed'],
    deadlineMs: PROVIDER_DEADLINE_MS,
  }),
  /** `body` is the raw body, base64: the signature is over bytes. */
  billingWebhook: defineRpc('rpc.identity.billing.webhook.v1', {
    caller: 'public',
    input: z.strictObject({ signature: z.string().max(1_000), body: z.base64().max(400_000) }),
    output: z.object({ received: z.literal(true) }),
    errors: ['not_found', 'invalid_signature'],
    retryable: true,
  }),
} as const;
