import { PaidTier, planCatalogue } from '@postloom/contracts';
import type { Stripe } from 'stripe';

/** What is sold, as it stands at Stripe. */
export interface StripeCatalogue {
  readonly prices: Readonly<Record<PaidTier, Stripe.Price>>;
  readonly portalConfiguration: string;
}

const CURRENCY = 'usd';

/**
 * The plans of our catalogue as products and prices at Stripe, and the settings of its portal. What is missing is made; what others made is
 * left alone. A changed price of a plan becomes a new price there, and who subscribed before keeps the old one.
 */
export async function openCatalogue(stripe: Stripe, returnUrl: string): Promise<StripeCatalogue> {
  const [pro, agency] = [await priceOf(stripe, 'pro'), await priceOf(stripe, 'agency')];
  const prices = { pro, agency };
  return { prices, portalConfiguration: await portalFor(stripe, prices, returnUrl) };
}

async function priceOf(stripe: Stripe, tier: PaidTier): Promise<Stripe.Price> {
  const { name, monthlyPrice } = planCatalogue[tier];
  const key = `postloom_${tier}_monthly`;
  const cents = monthlyPrice * 100;
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
  const [found] = data;
  if (found?.unit_amount === cents && found.currency === CURRENCY && found.metadata['tier'] === tier) {
    return found;
  }
  const product = await productOf(stripe, tier, `Postloom ${name}`);
  return stripe.prices.create(
    {
      product,
      currency: CURRENCY,
      unit_amount: cents,
      recurring: { interval: 'month' },
      lookup_key: key,
      transfer_lookup_key: true,
      metadata: { tier },
    },
    { idempotencyKey: `price-${tier}-${cents}-${CURRENCY}` },
  );
}

/** Its id is ours, so two processes that are at it make one. */
async function productOf(stripe: Stripe, tier: PaidTier, name: string): Promise<string> {
  const id = `postloom_${tier}`;
  try {
    await stripe.products.create({ id, name, metadata: { tier } });
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'resource_already_exists') {
      throw error;
    }
  }
  return id;
}

async function portalFor(stripe: Stripe, prices: StripeCatalogue['prices'], returnUrl: string): Promise<string> {
  const offer = PaidTier.options.map((tier) => prices[tier].id).join(' ');
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const found = data.find(({ metadata }) => metadata?.['postloom'] === offer);
  if (found !== undefined) {
    return found.id;
  }
  const made = await stripe.billingPortal.configurations.create(
    {
      default_return_url: returnUrl,
      metadata: { postloom: offer },
      features: {
        customer_update: { enabled: true, allowed_updates: ['address', 'email', 'name', 'tax_id'] },
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price'],
          products: PaidTier.options.map((tier) => ({
            product: idOf(prices[tier].product),
            prices: [prices[tier].id],
          })),
          proration_behavior: 'always_invoice',
          schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
        },
      },
    },
    { idempotencyKey: `portal-${offer}` },
  );
  return made.id;
}

const idOf = (product: Stripe.Price['product']): string => (typeof product === 'string' ? product : product.id);
