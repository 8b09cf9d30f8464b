import type { Tier } from '@postloom/contracts';
import { planCatalogue } from '#lib/contract-data.ts';
import { formatDate } from '#lib/format.ts';
import { browserTimeZone } from '#lib/time-zones.ts';
import { Badge, Button, Card, CardBody, CardHeader } from '#ui/index.ts';
import { useBilling } from '../api/billing.ts';
import { billingTexts } from '../texts.ts';
import { planLine } from '../usage.ts';
import { useChangePlan } from '../use-change-plan.ts';
import { useCheckoutReturn } from '../use-checkout-return.ts';
import { GraceBanner } from './grace-banner.tsx';

/** The plan in one line, and what comes next, which can be taken back; free accounts get the way up. */
export function SubscriptionCard({ tier, onChoosePlan }: { tier: Tier; onChoosePlan(): void }) {
  const { data: billing } = useBilling();
  const plan = useChangePlan();
  useCheckoutReturn();
  const date = (instant: string) => formatDate(instant, browserTimeZone());
  return (
    <Card aria-labelledby="subscription-title">
      <CardHeader
        id="subscription-title"
        title="Subscription"
        action={tier === 'free' ? null : <Badge tone="moss">Active</Badge>}
      />
      <CardBody className="grid gap-4">
        {billing ? <GraceBanner billing={billing} /> : null}
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div className="grid gap-0.5">
            <p>{planLine(tier)}</p>
            {billing?.endsAt ? <p className="text-sm text-muted">{billingTexts.endsOn(date(billing.endsAt))}</p> : null}
            {billing?.next ? (
              <p className="text-sm text-muted">
                {billingTexts.changesOn(planCatalogue[billing.next.tier].name, date(billing.next.startsAt))}
              </p>
            ) : null}
            {billing?.renewsAt && billing.status === 'active' ? (
              <p className="text-sm text-muted">{billingTexts.renewsOn(date(billing.renewsAt))}</p>
            ) : null}
          </div>
          <div className="flex flex-wrap gap-2">
            {billing?.endsAt || billing?.next ? (
              <Button
                pending={plan.isChanging}
                pendingText={billingTexts.keeping}
                onClick={() => plan.change(tier, { isKept: true })}
              >
                {billingTexts.keep(planCatalogue[tier].name)}
              </Button>
            ) : null}
            <Button variant={tier === 'free' ? 'primary' : 'secondary'} onClick={onChoosePlan}>
              {tier === 'free' ? 'Upgrade Plan' : 'Change plan'}
            </Button>
          </div>
        </div>
      </CardBody>
    </Card>
  );
}
