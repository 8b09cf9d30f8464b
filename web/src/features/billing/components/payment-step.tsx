import type { PaidTier } from '@postloom/contracts';
import { planCatalogue } from '#lib/contract-data.ts';
import { formatDate } from '#lib/format.ts';
import { reveal } from '#lib/reveal.ts';
import { browserTimeZone } from '#lib/time-zones.ts';
import { Button, SpinnerWithText } from '#ui/index.ts';
import { usePlanPreview } from '../api/billing.ts';
import { formatMoney } from '../money.ts';
import { billingTexts } from '../texts.ts';

type Props = {
  tier: PaidTier;
  /** The cards are charged by a payment provider; otherwise nothing is. */
  isReal: boolean;
  /** The change is on its way and can't be taken back. */
  isSending: boolean;
  onContinue(): void;
  onCancel(): void;
};

/** Between choosing a paid plan and having it: the simulated payment, or what the payment provider will charge. */
export function PaymentStep({ tier, isReal, isSending, onContinue, onCancel }: Props) {
  const texts = billingTexts.payment;
  const { name } = planCatalogue[tier];
  return (
    <div
      ref={reveal}
      role="status"
      className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-woad-soft px-4 py-3"
    >
      <div className="grid gap-0.5">
        <p className="font-bold">{texts.title}</p>
        <div className="text-sm text-muted">{isReal ? <Price tier={tier} /> : billingTexts.simulatedPayment}</div>
      </div>
      {isSending ? (
        <SpinnerWithText text={isReal ? texts.leaving : billingTexts.changing(name)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          {isReal ? <Button onClick={onContinue}>{texts.goOn}</Button> : null}
        </div>
      )}
    </div>
  );
}

function Price({ tier }: { tier: PaidTier }) {
  const { data, isError } = usePlanPreview(tier);
  const texts = billingTexts.payment;
  if (data === undefined) {
    return isError ? texts.previewFailed : <SpinnerWithText text="Loading the price..." />;
  }
  const perMonth = texts.toProvider(planCatalogue[tier].name, formatMoney(data.perMonth, data.currency));
  return `${perMonth} ${
    data.startsAt === null
      ? texts.dueNow(formatMoney(data.dueNow, data.currency))
      : texts.startsOn(formatDate(data.startsAt, browserTimeZone()))
  }`;
}
