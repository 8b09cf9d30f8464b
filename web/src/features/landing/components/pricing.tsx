import type { Tier } from '@postloom/contracts';
import { planCatalogue } from '#lib/contract-data.ts';
import { Check } from 'lucide-react';
import { cn } from '#lib/cn.ts';
import { priceOf, tiers } from '#lib/plans.ts';
import { registerHref } from '#lib/return-to.ts';
import { supportEmail } from '#lib/support.ts';
import { Badge, Button } from '#ui/index.ts';
import { landingTexts } from '../texts.ts';

const { pricing } = landingTexts;
const action: Record<Tier, { label: string; href: string }> = {
  free: { label: landingTexts.start, href: registerHref },
  pro: { label: pricing.startTrial, href: registerHref },
  agency: { label: pricing.contact, href: `mailto:${supportEmail}?subject=Postloom%20Agency` },
};

/** Three short rows under the hero, from the same catalogue as the pricing. */
export function PlanTeasers() {
  return (
    <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-3">
      {tiers.map((tier) => {
        const plan = planCatalogue[tier];
        const price = priceOf(plan);
        return (
          <li key={tier} className="bg-cloth">
            <a
              href="#pricing"
              className="flex items-baseline justify-between gap-4 px-5 py-4 transition-colors hover:bg-sunken focus-visible:-outline-offset-2"
            >
              <span className="grid">
                <span className="text-lg font-bold">{plan.name}</span>
                <span className="text-sm text-muted">
                  {plan.features[0]}, {plan.features[3]?.toLowerCase()}
                </span>
              </span>
              <span className="text-right whitespace-nowrap">
                <span className="text-lg font-bold tabular">{price.amount}</span>{' '}
                <span className="text-sm text-muted">{price.per}</span>
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

export function Pricing() {
  return (
    <div className="grid items-stretch gap-4 lg:grid-cols-3">
      {tiers.map((tier) => {
        const plan = planCatalogue[tier];
        const price = priceOf(plan);
        const popular = tier === 'pro';
        return (
          <article
            key={tier}
            className={cn(
              'relative flex flex-col rounded-card border bg-cloth p-6',
              popular ? 'border-woad shadow-lift ring-1 ring-woad lg:-my-3 lg:py-9' : 'border-line',
            )}
          >
            <div className="flex items-center justify-between gap-2">
              <h3 className="text-xl font-bold">{plan.name}</h3>
              {popular ? <Badge tone="primary">{pricing.popular}</Badge> : null}
            </div>
            <p className="mt-1 text-sm text-muted">{pricing.pitch[tier]}</p>
            <p className="mt-5 flex items-baseline gap-2">
              <span className="text-4xl font-bold tabular">{price.amount}</span>
              <span className="text-muted">{price.per}</span>
            </p>
            <Button asChild size="lg" variant={popular ? 'primary' : 'secondary'} className="mt-6">
              <a href={action[tier].href}>{action[tier].label}</a>
            </Button>
            <ul className="mt-6 grid gap-2.5 border-t border-line pt-6 text-sm">
              {plan.features.map((feature) => (
                <li key={feature} className="flex gap-2.5">
                  <Check className="mt-0.5 size-4 shrink-0 text-moss" aria-hidden="true" />
                  {feature}
                </li>
              ))}
            </ul>
          </article>
        );
      })}
    </div>
  );
}
