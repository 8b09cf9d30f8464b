import type { PaidTier, Plan, Tier } from '@postloom/contracts';
import { planCatalogue } from '#lib/contract-data.ts';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { formatDate } from '#lib/format.ts';
import { reveal } from '#lib/reveal.ts';
import { browserTimeZone } from '#lib/time-zones.ts';
import { priceOf, tiers } from '#lib/plans.ts';
import { Badge, Button, Card, Dialog, DialogContent, ErrorState, Skeleton } from '#ui/index.ts';
import { useLimits } from '#data/limits.ts';
import { useBilling } from '../api/billing.ts';
import { usageTone } from '../usage.ts';
import { useChangePlan } from '../use-change-plan.ts';
import { billingTexts } from '../texts.ts';
import { GraceBanner } from './grace-banner.tsx';
import { Invoices } from './invoices.tsx';
import { PaymentStep } from './payment-step.tsx';
import { UsageBars, usageBorders } from './usage-bars.tsx';
import { UsageHistory } from './usage-history.tsx';

/** Milliseconds of the simulated payment. */
export const SIMULATED_PAYMENT_MS = 2000;

export type PlanChooserProps = {
  open: boolean;
  onOpenChange(open: boolean): void;
  currentTier: Tier;
};

/**
 * 'Choose Your Plan': three cards, the current one marked, and below them the usage, the invoices and the usage history. A paid plan leads
 * to the payment provider's page, or runs the simulated payment.
 */
export function PlanChooserDialog({ open, onOpenChange, currentTier }: PlanChooserProps) {
  const limits = useLimits();
  const billing = useBilling();
  const plan = useChangePlan();
  const [paying, setPaying] = useState<PaidTier | null>(null);
  const isReal = billing.data?.payment === 'provider';
  const endsAt = billing.data?.endsAt ?? null;
  const next = billing.data?.next ?? null;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const largerPlan = useRef<HTMLButtonElement>(null);
  const larger = tiers[tiers.indexOf(currentTier) + 1];

  const cancel = () => {
    clearTimeout(timer.current);
    setPaying(null);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (tier: Tier) =>
    plan.change(tier, {
      isKept: tier === currentTier,
      ended: (isDone) => {
        setPaying(null);
        if (isDone) {
          onOpenChange(false);
        }
      },
    });
  const choose = (tier: Tier) => {
    if (tier === 'free' || tier === currentTier) {
      change(tier);
      return;
    }
    setPaying(tier);
    if (!isReal) {
      timer.current = setTimeout(() => change(tier), SIMULATED_PAYMENT_MS);
    }
  };
  const isSending = plan.isChanging || plan.isLeaving;
  const isBusy = paying !== null || plan.isChanging || billing.isPending;

  return (
    <Dialog
      open={open}
      onOpenChange={(wanted) => {
        if (!wanted) {
          cancel();
        }
        onOpenChange(wanted);
      }}
    >
      <DialogContent
        title="Choose Your Plan"
        description="All three AI providers are included in every plan. Cancel anytime."
        width="xl"
        // Not its first button, which takes a plan: an Enter too many would buy it.
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          (event.currentTarget as HTMLElement).focus();
        }}
      >
        {billing.data ? <GraceBanner billing={billing.data} /> : null}
        {paying ? (
          <PaymentStep
            tier={paying}
            isReal={isReal}
            isSending={isSending}
            onContinue={() => change(paying)}
            onCancel={cancel}
          />
        ) : null}
        <div className="grid gap-4 sm:grid-cols-3">
          {tiers.map((tier) => {
            const offer = planCatalogue[tier];
            const price = priceOf(offer);
            const current = tier === currentTier;
            // A plan that was canceled, or makes way for a smaller one, can be kept as long as it lasts.
            const isEnding = current && (endsAt !== null || next !== null);
            const begins = next?.tier === tier ? next.startsAt : null;
            return (
              <article
                key={tier}
                aria-label={`${offer.name} plan`}
                className={cn(
                  'flex flex-col rounded-card border p-5',
                  current ? 'border-woad ring-1 ring-woad' : 'border-line',
                )}
              >
                <div className="flex items-center justify-between gap-2">
                  <h3 className="text-lg font-bold">{offer.name}</h3>
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
                  {offer.features.map((feature) => (
                    <li key={feature} className="flex gap-2">
                      <Check className="mt-0.5 size-4 shrink-0 text-moss" aria-hidden="true" />
                      {feature}
                    </li>
                  ))}
                </ul>
                <Button
                  ref={tier === larger ? largerPlan : undefined}
                  className="mt-auto"
                  variant={current || tier === 'free' ? 'secondary' : 'primary'}
                  disabled={(current && !isEnding) || isBusy || begins !== null || (tier === 'free' && endsAt !== null)}
                  // The payment provider's price waits for the person, and nothing is under way yet.
                  pending={paying === tier && (isSending || !isReal)}
                  pendingText="Processing..."
                  onClick={() => choose(tier)}
                >
                  {actionOf(offer, { current, isEnding, begins })}
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
              // A plan is chosen at its card, where its name and price stand.
              <Button
                size="sm"
                variant="soft"
                disabled={isBusy}
                onClick={() => {
                  largerPlan.current?.focus({ preventScroll: true });
                  reveal(largerPlan.current?.closest('article') ?? null);
                }}
              >
                Upgrade
              </Button>
            ) : null}
          </div>
          {limits.isError ? <ErrorState onRetry={() => void limits.refetch()} /> : null}
          {limits.data ? <UsageBars limits={limits.data} /> : limits.isPending ? <Skeleton className="h-32" /> : null}
        </Card>
        {isReal ? <Invoices /> : null}
        <UsageHistory />
      </DialogContent>
    </Dialog>
  );
}

/** What the button of a plan's card says; `begins`: it was chosen and comes then. */
function actionOf(
  { tier, name }: Plan,
  { current, isEnding, begins }: { current: boolean; isEnding: boolean; begins: string | null },
): string {
  if (begins !== null) {
    return billingTexts.begins(formatDate(begins, browserTimeZone()));
  }
  if (current) {
    return isEnding ? billingTexts.keep(name) : 'Your plan';
  }
  return tier === 'free' ? 'Switch to Free' : `Choose ${name}`;
}
