import { Injectable } from '@nestjs/common';
import { Leases } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import type { BillingCustomerRow } from './billing-customer.ts';
import { CUSTOMERS } from './billing-customers.repository.ts';
import type { KeptBilling } from './next-billing.ts';

@Injectable()
export class BillingCustomersClaims {
  constructor(private readonly leases: Leases) {}

  /** Keeps what the provider said. False: another process owns the row by now and knows it newer. */
  async keep(tx: Tx, row: BillingCustomerRow, next: KeptBilling): Promise<boolean> {
    const written = await tx.execute(
      `UPDATE ${CUSTOMERS} SET status = $3, subscription_id = $4, tier = $5, renews_at = $6, ends_at = $7,
              grace_ends_at = $8, next_tier = $9, next_at = $10, read_at = now(),
              checkout_tier = CASE WHEN $3 = 'active' THEN NULL ELSE checkout_tier END,
              checkout_at = CASE WHEN $3 = 'active' THEN NULL ELSE checkout_at END
        WHERE id = $1 AND lease_epoch = $2 AND lease_until > now()`,
      [
        ...[row.id, row.lease_epoch, next.status, next.subscriptionId, next.tier],
        ...[next.renewsAt, next.endsAt, next.graceEndsAt, next.next?.tier ?? null, next.next?.at ?? null],
      ],
    );
    return written === 1;
  }

  /** The business in which the payer is told: the one they look at, else their first; null when they have none. */
  async businessOf(tx: Tx, payerId: string): Promise<string | null> {
    const [row] = await tx.query<{ id: string }>(
      `SELECT b.id FROM businesses b JOIN users u ON u.id = b.owner_id
        WHERE b.owner_id = $1 ORDER BY b.id = u.active_business_id DESC NULLS LAST, b.created_at LIMIT 1`,
      [payerId],
    );
    return row?.id ?? null;
  }

  /** Read again in so many seconds; null: when it is woken. */
  async rest(tx: Tx, row: BillingCustomerRow, inSeconds: number | null): Promise<void> {
    await this.leases.release(tx, CUSTOMERS, row.id, row.lease_epoch, inSeconds === null ? 'infinity' : { inSeconds });
  }
}
