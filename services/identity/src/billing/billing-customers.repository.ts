import { Injectable } from '@nestjs/common';
import type { PaidTier } from '@postloom/contracts';
import { Leases } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import type { BillingCustomerRow } from './billing-customer.ts';

/** The table of customers, one per person who ever went to pay. */
export const CUSTOMERS = 'billing_customers';
/** A checkout is asked for again within this time and gets the same page; the provider closes it after a day. */
const CHECKOUT_HOURS = 20;

export interface Checkout {
  readonly number: number;
  /** The page of a checkout that this one takes the place of. */
  readonly replaces: string | null;
}

@Injectable()
export class BillingCustomersRepository {
  constructor(private readonly leases: Leases) {}

  async find(tx: Tx, payerId: string): Promise<BillingCustomerRow | null> {
    const [row] = await tx.query<BillingCustomerRow>(`SELECT * FROM ${CUSTOMERS} WHERE id = $1`, [payerId]);
    return row ?? null;
  }

  /** Two requests at once make one row, whichever of its keys they meet at. */
  async add(tx: Tx, payerId: string, customerId: string): Promise<void> {
    await tx.execute(
      `INSERT INTO ${CUSTOMERS} (id, customer_id, ready_at) VALUES ($1, $2, 'infinity') ON CONFLICT DO NOTHING`,
      [payerId, customerId],
    );
  }

  /** Address and name for the provider's receipts; null when the person is gone. */
  async person(tx: Tx, payerId: string): Promise<{ email: string; name: string | null } | null> {
    const [row] = await tx.query<{ email: string; name: string | null }>(
      `SELECT email, nullif(concat_ws(' ', first_name, last_name), '') AS name FROM users WHERE id = $1`,
      [payerId],
    );
    return row ?? null;
  }

  /** The checkout to show: the one under way when it is for the same plan, else a new one. */
  async checkout(tx: Tx, payerId: string, tier: PaidTier): Promise<Checkout> {
    // Locked by a statement of its own, so that the next one sees what another request has just written.
    await tx.query(`SELECT 1 AS locked FROM ${CUSTOMERS} WHERE id = $1 FOR UPDATE`, [payerId]);
    const [row] = await tx.query<Checkout>(
      `WITH before AS (
        SELECT id, checkout_id, checkout_number,
               coalesce(checkout_tier = $2 AND checkout_at > now() - make_interval(hours => $3), false) AS goes_on
          FROM ${CUSTOMERS} WHERE id = $1)
      UPDATE ${CUSTOMERS} c SET checkout_tier = $2,
             checkout_number = b.checkout_number + CASE WHEN b.goes_on THEN 0 ELSE 1 END,
             checkout_at = CASE WHEN b.goes_on THEN c.checkout_at ELSE now() END,
             checkout_id = CASE WHEN b.goes_on THEN b.checkout_id END
        FROM before b WHERE c.id = b.id
      RETURNING c.checkout_number AS number, CASE WHEN b.goes_on THEN NULL ELSE b.checkout_id END AS replaces`,
      [payerId, tier, CHECKOUT_HOURS],
    );
    if (row === undefined) {
      throw new Error('The customer of a checkout is gone.');
    }
    return row;
  }

  /** Keeps which page was given out; a newer checkout's stays. */
  async gaveCheckout(tx: Tx, payerId: string, number: number, checkoutId: string): Promise<void> {
    await tx.execute(`UPDATE ${CUSTOMERS} SET checkout_id = $3 WHERE id = $1 AND checkout_number = $2`, [
      payerId,
      number,
      checkoutId,
    ]);
  }

  /** The provider is asked as soon as a worker is free. */
  async wake(tx: Tx, payerId: string): Promise<void> {
    await this.leases.wake(tx, CUSTOMERS, payerId);
  }

  async findByCustomer(tx: Tx, customerId: string): Promise<string | null> {
    const [row] = await tx.query<{ id: string }>(`SELECT id FROM ${CUSTOMERS} WHERE customer_id = $1`, [customerId]);
    return row?.id ?? null;
  }

  /** False: this event has arrived before. */
  async addEvent(tx: Tx, id: string, type: string): Promise<boolean> {
    const added = await tx.execute('INSERT INTO billing_events (id, type) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      id,
      type,
    ]);
    return added === 1;
  }
}
