import { isApiError, isPostLimit } from '#lib/api/index.ts';
import { planCatalogue } from '#lib/contract-data.ts';
import { usePageContext } from './page-context.tsx';
import { toastError } from '#lib/toast-error.ts';
import { toast } from '#ui/index.ts';

/** The plan has no post left, with the way to a larger one where the screen has it. */
export function toastPostLimit(tier: string, onUpgrade?: () => void): void {
  toast({
    title: 'Post Limit Reached',
    description: `You've reached your ${tier || 'current'} plan limit. Upgrade to continue creating posts.`,
    tone: 'error',
    ...(onUpgrade ? { action: { label: 'Upgrade', onSelect: onUpgrade } } : {}),
  });
}

/** Says why something with a post did not work; the plan's limit and a change by somebody else have their own words. */
export function usePostFailure(): (error: unknown, fallback: string) => void {
  const { user } = usePageContext();
  return (error, fallback) => {
    if (isPostLimit(error)) {
      toastPostLimit(planCatalogue[user.subscriptionTier].name);
    } else if (isApiError(error) && error.code === 'version_conflict') {
      toast({
        title: 'Error',
        description: 'Someone changed this in the meantime. You see the latest version now; please try again.',
        tone: 'error',
      });
    } else {
      toastError(error, fallback);
    }
  };
}
