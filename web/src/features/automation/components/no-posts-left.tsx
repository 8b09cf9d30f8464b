import { Link } from 'wouter';
import { Notice } from '#components/notice.tsx';
import { useLimits } from '#data/limits.ts';
import { formatDate } from '#lib/format.ts';
import { plansLink } from '#lib/plans.ts';
import { Button } from '#ui/index.ts';
import { automationTexts } from '../texts.ts';

/** While the plan has no post left, schedules run but what they would post is skipped. */
export function NoPostsLeft({ timeZone }: { timeZone: string }) {
  const { data: limits } = useLimits();
  return limits?.canCreatePost === false ? (
    <Notice
      className="mb-4"
      action={
        <Button asChild size="sm">
          <Link href={plansLink.href}>{plansLink.label}</Link>
        </Button>
      }
    >
      {automationTexts.noPostsLeft(formatDate(limits.periodEnd, timeZone))}
    </Notice>
  ) : null;
}
