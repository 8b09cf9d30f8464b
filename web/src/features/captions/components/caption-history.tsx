import type { WrittenCaption } from '@postloom/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Async } from '#components/async.tsx';
import { ShowMore } from '#components/show-more.tsx';
import { usePageTimeZone } from '#data/page-context.tsx';
import { pageRows, routePages, routes, usePageBusiness } from '#lib/api/index.ts';
import { LONGEST_POSTED } from '#lib/contract-data.ts';
import { formatDate } from '#lib/format.ts';
import { Badge, Button, SkeletonGroup, SkeletonRows } from '#ui/index.ts';
import { styleLabels } from '../api/captions.ts';
import { withHashtags } from '../caption-draft.ts';
import { historyTexts as texts } from '../history-texts.ts';

const ROWS = 10;

export type CaptionHistoryProps = { onUse(text: string, caption: WrittenCaption): void };

/** What a person made of it before it went out; nothing where only the beginning of that is known. */
function postedOf({ posted }: WrittenCaption): string | undefined {
  return posted !== undefined && [...posted].length < LONGEST_POSTED ? posted : undefined;
}

/** One of them: in the words in which it was posted, where a person changed it. */
function HistoryRow({ written, day, onUse }: CaptionHistoryProps & { written: WrittenCaption; day: string }) {
  const posted = postedOf(written);
  const text = posted ?? written.caption;
  const use = (words: string) => () => onUse(withHashtags(words, written.hashtags), written);
  return (
    <li className="flex items-start gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="line-clamp-3 text-sm break-words" dir="auto">
          {text}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-muted">
          {day}
          <Badge>{styleLabels[written.style]}</Badge>
          {posted === undefined ? null : (
            <>
              <Badge tone="woad">{texts.posted}</Badge>
              <Button
                variant="link"
                size="sm"
                aria-label={texts.useGeneratedOne(written.caption)}
                onClick={use(written.caption)}
              >
                {texts.useGenerated}
              </Button>
            </>
          )}
        </p>
      </div>
      <Button variant="secondary" size="sm" aria-label={texts.useOne(text)} onClick={use(text)}>
        {texts.use}
      </Button>
    </li>
  );
}

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
              <HistoryRow
                key={written.id}
                written={written}
                day={formatDate(written.createdAt, timeZone)}
                onUse={onUse}
              />
            ))}
          </ul>
          <ShowMore query={query} />
        </div>
      )}
    </Async>
  );
}
