import type { PaidTier } from '@postloom/contracts';
import type { LeasedRow } from '@postloom/persistence';
import type { KeptBilling } from './next-billing.ts';

export interface BillingCustomerRow extends LeasedRow {
  readonly customer_id: string;
  readonly checkout_at: Date | null;
  readonly subscription_id: string | null;
  readonly status: KeptBilling['status'];
  readonly tier: PaidTier | null;
  readonly renews_at: Date | null;
  readonly ends_at: Date | null;
  readonly next_tier: PaidTier | null;
  readonly next_at: Date | null;
  readonly grace_ends_at: Date | null;
}

export function keptOf(row: BillingCustomerRow): KeptBilling {
  return {
    status: row.status,
    subscriptionId: row.subscription_id,
    tier: row.tier,
    renewsAt: row.renews_at,
    endsAt: row.ends_at,
    next: row.next_tier === null || row.next_at === null ? null : { tier: row.next_tier, at: row.next_at },
    graceEndsAt: row.grace_ends_at,
  };
}
