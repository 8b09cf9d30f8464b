import type { Tier } from '@postloom/contracts';
import { useState } from 'react';
import { messageOr } from '#lib/api/index.ts';
import { planCatalogue } from '#lib/contract-data.ts';
import { toast } from '#ui/index.ts';
import { useUpgrade } from './api/upgrade.ts';
import { leaveFor } from './leave.ts';
import { billingTexts } from './texts.ts';

/** Changes the plan, or keeps the present one after all, and says how it went; where it must be paid first, it leads to the payment page. */
export function useChangePlan() {
  const upgrade = useUpgrade();
  const [isLeaving, setLeaving] = useState(false);

  /** `ended` is told once the plan is chosen, or not; never on the way to the payment page. */
  const change = (tier: Tier, { isKept = false, ended }: { isKept?: boolean; ended?(isDone: boolean): void } = {}) => {
    void upgrade.mutateAsync(tier).then(
      (choice) => {
        if ('checkoutUrl' in choice) {
          setLeaving(true);
          leaveFor(choice.checkoutUrl);
          return;
        }
        const { name } = planCatalogue[choice.subscriptionTier];
        const { title, kept, description } = billingTexts.upgraded;
        toast({ title, description: isKept ? kept(name) : description(name, tier), tone: 'success' });
        ended?.(true);
      },
      (error: unknown) => {
        const { title, description } = billingTexts.upgradeFailed;
        toast({ title, description: messageOr(error, description), tone: 'error' });
        ended?.(false);
      },
    );
  };
  return { change, isChanging: upgrade.isPending, isLeaving };
}
