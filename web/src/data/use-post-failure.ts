import { useLocation } from 'wouter';
import { isApiError, isPlanLimit } from '#lib/api/index.ts';
import { planCatalogue } from '#lib/contract-data.ts';
import { plansLink } from '#lib/plans.ts';
import { texts } from '#lib/texts.ts';
import { toastError } from '#lib/toast-error.ts';
import { toast } from '#ui/index.ts';
import { usePageContext } from './page-context.tsx';
import { postFailureTexts } from './texts.ts';

/** The plan has no post left, with the way to a larger one. */
export function toastPostLimit(tier: string, onUpgrade: () => void): void {
  toast({
    title: postFailureTexts.limit.title,
    description: postFailureTexts.limit.description(tier),
    tone: 'error',
    action: { label: 'Upgrade', onSelect: onUpgrade },
  });
}

/** Says why something with a post did not work; the plan's limit and a change by somebody else have their own words. */
export function usePostFailure(): (error: unknown, fallback: string) => void {
  const { user } = usePageContext();
  const [, navigate] = useLocation();
  return (error, fallback) => {
    if (isPlanLimit(error)) {
      toastPostLimit(planCatalogue[user.subscriptionTier].name, () => navigate(plansLink.href));
    } else if (isApiError(error) && error.code === 'version_conflict') {
      toast({
        title: texts.error,
        description: postFailureTexts.changedMeanwhile,
        tone: 'error',
      });
    } else {
      toastError(error, fallback);
    }
  };
}
