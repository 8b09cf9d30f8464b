import { formatDate, formatNumber } from '#lib/format.ts';
import { browserTimeZone } from '#lib/time-zones.ts';
import { Card, ErrorState, Skeleton, SkeletonGroup } from '#ui/index.ts';
import { useUsageHistory } from '../api/billing.ts';
import { billingTexts } from '../texts.ts';

/** Posts and captions of the last billing months. */
export function UsageHistory() {
  const history = useUsageHistory();
  const texts = billingTexts.history;
  return (
    <Card aria-labelledby="usage-history" className="mt-5 p-5">
      <h3 id="usage-history" className="pb-4 text-lg font-bold">
        {texts.title}
      </h3>
      {history.isError ? <ErrorState onRetry={() => void history.refetch()} /> : null}
      {history.isPending ? (
        <SkeletonGroup text={texts.loading}>
          <Skeleton className="h-20" />
        </SkeletonGroup>
      ) : null}
      {history.data?.periods.length === 0 && !history.data.unavailable ? (
        <p className="text-sm text-muted">{texts.none}</p>
      ) : null}
      {history.data && history.data.periods.length > 0 ? (
        <table className="w-full text-left text-sm">
          <thead className="text-muted">
            <tr>
              <th scope="col" className="pb-2 font-semibold">
                {texts.from}
              </th>
              <th scope="col" className="pb-2 text-right font-semibold">
                {texts.posts}
              </th>
              <th scope="col" className="pb-2 text-right font-semibold">
                {texts.captions}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {history.data.periods.map(({ periodStart, posts, captions }) => (
              <tr key={periodStart}>
                <th scope="row" className="py-2 font-normal">
                  {formatDate(periodStart, browserTimeZone())}
                </th>
                <td className="py-2 text-right tabular">
                  <Figure value={posts} />
                </td>
                <td className="py-2 text-right tabular">
                  <Figure value={captions} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {history.data?.unavailable ? <p className="pt-3 text-sm text-muted">{texts.missing}</p> : null}
    </Card>
  );
}

/** A figure whose owner did not answer is not 0. */
function Figure({ value }: { value: number | null }) {
  return value === null ? (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{billingTexts.history.unknown}</span>
    </>
  ) : (
    formatNumber(value)
  );
}
