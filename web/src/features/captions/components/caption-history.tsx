import type { WrittenCaption } from '@postloom/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Async } from '#components/async.tsx';
import { ShowMore } from '#components/show-more.tsx';
import { usePageTimeZone } from '#data/page-context.tsx';
import { pageRows, routePages, routes, usePageBusiness } from '#lib/api/index.ts';
import { formatDate } from '#lib/format.ts';
import { Badge, Button, SkeletonGroup, SkeletonRows } from '#ui/index.ts';
import { styleLabels } from '../api/captions.ts';
import { withHashtags } from '../caption-draft.ts';
import { historyTexts as texts } from '../history-texts.ts';

const ROWS = 10;

export type CaptionHistoryProps = { onUse(text: string, caption: WrittenCaption): void };

/** What was generated for the business before, newest first, to be used again. */
export default function CaptionHistory({ onUse }: CaptionHistoryProps) {
  const businessId = usePageBusiness();
  const timeZone = usePageTimeZone();
  // Others of the business, and its schedules, generate captions as well.
  const query = useInfiniteQuery({
    ...routePages(routes.captionHistory, { businessId, limit: ROWS }),
    refetchOnMount: 'always',
  });
  return (
    <Async
      query={query}
      className="border-0 py-4"
      skeleton={
        <SkeletonGroup text={texts.loading}>
          <SkeletonRows count={3} className="h-16" />
        </SkeletonGroup>
      }
      isEmpty={(data) => pageRows(data).length === 0}
      empty={<p className="text-sm text-muted">{texts.none}</p>}
    >
      {(data) => (
        <div className="grid max-h-80 gap-2 overflow-y-auto">
          <ul aria-label={texts.title} className="divide-y divide-line">
            {pageRows(data).map((written) => (
              <li key={written.id} className="flex items-start gap-3 py-2.5">
                <div className="min-w-0 flex-1">
                  <p className="line-clamp-3 text-sm break-words" dir="auto">
                    {written.caption}
                  </p>
                  <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-muted">
                    {formatDate(written.createdAt, timeZone)}
                    <Badge>{styleLabels[written.style]}</Badge>
                  </p>
                </div>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={texts.useOne(written.caption)}
                  onClick={() => onUse(withHashtags(written.caption, written.hashtags), written)}
                >
                  {texts.use}
                </Button>
              </li>
            ))}
          </ul>
          <ShowMore query={query} />
        </div>
      )}
    </Async>
  );
}
