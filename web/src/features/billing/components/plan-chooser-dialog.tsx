import type { Tier } from '@postloom/contracts';
import { planCatalogue } from '#lib/contract-data.ts';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { messageOr } from '#lib/api/index.ts';
import { priceOf, tiers } from '#lib/plans.ts';
import { Badge, Button, Card, Dialog, DialogContent, ErrorState, Skeleton, SpinnerWithText, toast } from '#ui/index.ts';
import { useLimits } from '#data/limits.ts';
import { useUpgrade } from '../api/upgrade.ts';
import { usageTone } from '../usage.ts';
import { billingTexts } from '../texts.ts';
import { UsageBars, usageBorders } from './usage-bars.tsx';

/** Milliseconds of the simulated payment. */
export const SIMULATED_PAYMENT_MS = 2000;

export type PlanChooserProps = {
  open: boolean;
  onOpenChange(open: boolean): void;
  currentTier: Tier;
};

/** 'Choose Your Plan': three cards, the current one marked, and the usage below. A paid plan runs the simulated payment. */
export function PlanChooserDialog({ open, onOpenChange, currentTier }: PlanChooserProps) {
  const limits = useLimits();
  const upgrade = useUpgrade();
  const [paying, setPaying] = useState<Tier | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const cancel = () => {
    clearTimeout(timer.current);
    setPaying(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (tier: Tier) => {
    void upgrade
      .mutateAsync(tier, { onSuccess: () => onOpenChange(false) })
      .then(
        () =>
          toast({
            title: billingTexts.upgraded.title,
            description: billingTexts.upgraded.description(planCatalogue[tier].name),
            tone: 'success',
          }),
        (error: unknown) =>
          toast({
            title: billingTexts.upgradeFailed.title,
            description: messageOr(error, billingTexts.upgradeFailed.description),
            tone: 'error',
          }),
      )
      .then(() => setPaying(null));
  };
  const choose = (tier: Tier) => {
    if (tier === 'free') {
      change('free');
      return;
    }
    setPaying(tier);
    timer.current = setTimeout(() => change(tier), SIMULATED_PAYMENT_MS);
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) {
          cancel();
        }
        onOpenChange(next);
      }}
    >
      <DialogContent
        title="Choose Your Plan"
        description="All three AI providers are included in every plan. Cancel anytime."
        width="xl"
      >
        {paying ? (
          <div
            role="status"
            className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-woad-soft px-4 py-3"
          >
            <div className="grid gap-0.5">
              <p className="font-bold">Payment Processing</p>
              <p className="text-sm text-muted">{billingTexts.simulatedPayment}</p>
            </div>
            {upgrade.isPending ? (
              <SpinnerWithText text={billingTexts.changing(planCatalogue[paying].name)} />
            ) : (
              <Button variant="secondary" onClick={cancel}>
                Cancel
              </Button>
            )}
          </div>
        ) : null}
        <div className="grid gap-4 lg:grid-cols-3">
          {tiers.map((tier) => {
            const plan = planCatalogue[tier];
            const price = priceOf(plan);
            const current = tier === currentTier;
            return (
              <article
                key={tier}
                aria-label={`${plan.name} plan`}
                className={cn(
                  'flex flex-col rounded-card border p-5',
                  current ? 'border-woad ring-1 ring-woad' : 'border-line',
                )}
              >
                <div className="flex items-center justify-between gap-2">
                  <h3 className="text-lg font-bold">{plan.name}</h3>
                  {current ? (
                    <Badge tone="primary">Current plan</Badge>
                  ) : tier === 'pro' ? (
                    <Badge tone="woad">Most Popular</Badge>
                  ) : null}
                </div>
                <p className="mt-2 flex items-baseline gap-1.5">
                  <span className="text-3xl font-bold tabular">{price.amount}</span>
                  <span className="text-sm text-muted">{price.per}</span>
                </p>
                <ul className="mt-4 mb-5 grid gap-2 text-sm">
                  {plan.features.map((feature) => (
                    <li key={feature} className="flex gap-2">
                      <Check className="mt-0.5 size-4 shrink-0 text-moss" aria-hidden="true" />
                      {feature}
                    </li>
                  ))}
                </ul>
                <Button
                  className="mt-auto"
                  variant={current || tier === 'free' ? 'secondary' : 'primary'}
                  disabled={current || paying !== null || upgrade.isPending}
                  pending={paying === tier}
                  pendingText="Processing..."
                  onClick={() => choose(tier)}
                >
                  {current ? 'Your plan' : tier === 'free' ? 'Switch to Free' : `Choose ${plan.name}`}
                </Button>
              </article>
            );
          })}
        </div>
        <Card
          aria-labelledby="plan-usage"
          className={cn('mt-5 p-5', limits.data && usageBorders[usageTone(limits.data)])}
        >
          <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
            <h3 id="plan-usage" className="text-lg font-bold">
              Usage and Limits
            </h3>
            {currentTier === 'free' ? (
              <Button
                size="sm"
                variant="soft"
                disabled={paying !== null || upgrade.isPending}
                onClick={() => choose('pro')}
              >
                Upgrade
              </Button>
            ) : null}
          </div>
          {limits.isError ? <ErrorState onRetry={() => void limits.refetch()} /> : null}
          {limits.data ? <UsageBars limits={limits.data} /> : limits.isPending ? <Skeleton className="h-32" /> : null}
        </Card>
      </DialogContent>
    </Dialog>
  );
}
