import { formatDate } from '#lib/format.ts';
import { browserTimeZone } from '#lib/time-zones.ts';
import { Button, Card, CardBody, CardHeader, ErrorState, Skeleton, SkeletonGroup } from '#ui/index.ts';
import { useLimits } from '#data/limits.ts';
import { billingTexts } from '../texts.ts';
import { usageTone } from '../usage.ts';
import { UsageBars, usageBorders } from './usage-bars.tsx';

function periodText(start: string, end: string): string {
  const zone = browserTimeZone();
  return billingTexts.period(formatDate(start, zone), formatDate(end, zone));
}

/** 'Usage This Month' of the settings page. */
export function UsageCard({ onChoosePlan }: { onChoosePlan(): void }) {
  const limits = useLimits();
  const tone = limits.data ? usageTone(limits.data) : 'plain';
  if (limits.isError) {
    return <ErrorState onRetry={() => void limits.refetch()} />;
  }
  return (
    <Card aria-labelledby="usage" className={usageBorders[tone]}>
      <CardHeader
        id="usage"
        title="Usage This Month"
        description={limits.data ? periodText(limits.data.periodStart, limits.data.periodEnd) : 'Your billing period'}
      />
      <CardBody className="grid gap-5 pt-4">
        {limits.data ? (
          <>
            <UsageBars limits={limits.data} />
            {tone === 'plain' ? null : (
              <div>
                <Button size="sm" variant={tone === 'error' ? 'primary' : 'secondary'} onClick={onChoosePlan}>
                  See plans
                </Button>
              </div>
            )}
            <p className="border-t border-line pt-4 text-sm text-muted">Premium AI included in your plan</p>
          </>
        ) : (
          <SkeletonGroup text="Loading your usage" className="grid gap-5">
            {[0, 1, 2, 3].map((row) => (
              <Skeleton key={row} className="h-9" />
            ))}
          </SkeletonGroup>
        )}
      </CardBody>
    </Card>
  );
}
