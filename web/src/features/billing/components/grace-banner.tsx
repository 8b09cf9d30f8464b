import type { Billing } from '@postloom/contracts';
import { planCatalogue } from '#lib/contract-data.ts';
import { formatDate } from '#lib/format.ts';
import { browserTimeZone } from '#lib/time-zones.ts';
import { Button } from '#ui/index.ts';
import { usePortal } from '../api/billing.ts';
import { billingTexts } from '../texts.ts';

/** The last payment failed: until when the plan holds, and where the card is changed. Nothing while all is paid. */
export function GraceBanner({ billing }: { billing: Billing }) {
  const portal = usePortal();
  const texts = billingTexts.grace;
  if (billing.status !== 'past_due' || billing.graceEndsAt === null) {
    return null;
  }
  const { subscriptionTier: tier, graceEndsAt } = billing;
  return (
    <div role="alert" className="grid gap-3 rounded-card border border-madder bg-madder-soft px-4 py-3">
      <div className="grid gap-0.5">
        <p className="font-bold">{texts.title}</p>
        <p className="text-sm">
          {tier === 'free'
            ? texts.over
            : texts.description(planCatalogue[tier].name, formatDate(graceEndsAt, browserTimeZone()))}
        </p>
      </div>
      <Button className="justify-self-start" size="sm" pending={portal.isPending} onClick={() => portal.mutate()}>
        {texts.update}
      </Button>
    </div>
  );
}
