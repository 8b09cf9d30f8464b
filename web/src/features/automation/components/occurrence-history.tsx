import type { RecurringSchedule } from '@postloom/contracts';
import { Link } from 'wouter';
import { formatInstant } from '#lib/format.ts';
import { useNow } from '#lib/use-now.ts';
import { Badge, ErrorState, Skeleton, SkeletonGroup } from '#ui/index.ts';
import { useHistory } from '../api/schedules.ts';
import { lookOf } from '../schedule-rules.ts';
import { OccurrencePicture, useOccurrencePhotos } from './upcoming-occurrences.tsx';

/** What became of past and running occurrences, with the reason where one was skipped or became a draft. */
export function OccurrenceHistory({ schedule }: { schedule: RecurringSchedule }) {
  const { occurrences, isPending, isError, refetch } = useHistory(schedule.id);
  const photos = useOccurrencePhotos(occurrences);
  const now = useNow();
  if (isError && occurrences.length === 0) {
    return <ErrorState className="border-0 py-6" onRetry={() => void refetch()} />;
  }
  if (isPending) {
    return (
      <SkeletonGroup text="Loading the history" className="grid gap-2 px-3 py-2">
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </SkeletonGroup>
    );
  }
  if (occurrences.length === 0) {
    return (
      <p className="px-3 py-4 text-sm text-muted">Nothing was due yet. What becomes of each post is listed here.</p>
    );
  }
  return (
    <ul aria-label={`History of ${schedule.name}`} className="grid divide-y divide-line">
      {occurrences.map((one) => {
        const look = lookOf(one, now);
        return (
          <li key={one.localSlot} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5">
            <OccurrencePicture photo={one.photoId ? photos.get(one.photoId) : undefined} />
            <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <time dateTime={one.dueAt} className="text-sm font-semibold tabular">
                  {formatInstant(one.dueAt, schedule.timeZone)}
                </time>
                <Badge tone={look.tone}>{look.label}</Badge>
              </p>
              {one.reason ? <p className="text-sm break-words text-muted">{one.reason}</p> : null}
            </div>
            {one.postId ? (
              <Link
                href={`/schedule?post=${one.postId}`}
                className="inline-flex min-h-6 items-center rounded-sm text-sm font-semibold text-woad hover:underline"
              >
                {one.status === 'drafted' ? 'Open the draft' : 'Open the post'}
                <span className="sr-only"> of {formatInstant(one.dueAt, schedule.timeZone)}</span>
              </Link>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
