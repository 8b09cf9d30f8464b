import { leasedColumns, leasedIndex } from '@postloom/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payment by a provider. A customer belongs to a person, who pays for all their businesses. */
const statements = [
  `CREATE TABLE billing_customers (
    id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    customer_id text NOT NULL CONSTRAINT billing_customers_customer_once UNIQUE,
    -- The checkout under way; its number makes the provider answer parallel requests with the same one.
    checkout_number int NOT NULL DEFAULT 0,
    checkout_id text,
    checkout_tier text CONSTRAINT billing_customers_checkout_tier_is_paid CHECK (checkout_tier IN ('pro', 'agency')),
    checkout_at timestamptz,
    -- What the provider said last.
    subscription_id text,
    status text NOT NULL DEFAULT 'none' CONSTRAINT billing_customers_status_is_known
      CHECK (status IN ('none', 'active', 'past_due', 'ended')),
    tier text CONSTRAINT billing_customers_tier_is_paid CHECK (tier IN ('pro', 'agency')),
    renews_at timestamptz,
    ends_at timestamptz,
    grace_ends_at timestamptz,
    read_at timestamptz,
    ${leasedColumns()},
    CONSTRAINT billing_customers_paid_is_of_a_subscription
      CHECK (status IN ('none', 'ended') OR (subscription_id IS NOT NULL AND tier IS NOT NULL)),
    CONSTRAINT billing_customers_past_due_has_grace CHECK ((status = 'past_due') = (grace_ends_at IS NOT NULL)),
    CONSTRAINT billing_customers_checkout_is_whole CHECK ((checkout_tier IS NULL) = (checkout_at IS NULL))
  )`,
  leasedIndex('billing_customers'),

  // Which events of the provider have arrived; what they say is read anew, so nothing of it is kept.
  `CREATE TABLE billing_events (
    id text PRIMARY KEY,
    type text NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX billing_events_by_age ON billing_events (received_at)',

  // Customers whose person is gone: at the provider they still pay, and their name and address are still there.
  `CREATE TABLE billing_leavers (
    id uuid PRIMARY KEY,
    customer_id text NOT NULL,
    ${leasedColumns()}
  )`,
  leasedIndex('billing_leavers'),
  `CREATE FUNCTION billing_leaves() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $body$
    BEGIN
      INSERT INTO billing_leavers (id, customer_id) VALUES (gen_random_uuid(), OLD.customer_id);
      RETURN NULL;
    END $body$`,
  `CREATE TRIGGER leaves AFTER DELETE ON billing_customers FOR EACH ROW EXECUTE FUNCTION billing_leaves()`,
];

export class Billing20261123030 implements MigrationInterface {
  readonly name = 'Billing20261123030';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) {
      await runner.query(statement);
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only'));
  }
}
