import type { Occurrence, RecurringSchedule } from '@postloom/contracts';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { Async } from '#components/async.tsx';
import { usePostsById } from '#data/posts.ts';
import { HISTORY_ROWS, useScheduleHistory } from '#data/schedules.ts';
import { formatInstant } from '#lib/format.ts';
import { Badge, SkeletonGroup, SkeletonRows } from '#ui/index.ts';
import { lookOfPost } from '../history-rules.ts';
import { lookOf } from '../schedule-rules.ts';
import { automationTexts } from '../texts.ts';
import { OccurrencePicture, useOccurrencePhotos } from './upcoming-occurrences.tsx';

/** What became of past and running occurrences, with the reason where one was skipped or became a draft. */
export default function OccurrenceHistory({ schedule }: { schedule: RecurringSchedule }) {
  return (
    <Async
      query={useScheduleHistory(schedule.id)}
      className="border-0 py-6"
      skeleton={
        <SkeletonGroup text="Loading the history" className="grid gap-2 px-3 py-2">
          <SkeletonRows count={2} className="h-14" />
        </SkeletonGroup>
      }
      empty={<p className="px-3 py-4 text-sm text-muted">{automationTexts.noHistory}</p>}
    >
      {(occurrences) => <History schedule={schedule} occurrences={occurrences} />}
    </Async>
  );
}

function History({ schedule, occurrences }: { schedule: RecurringSchedule; occurrences: readonly Occurrence[] }) {
  const photos = useOccurrencePhotos(occurrences);
  const posts = usePostsById(useMemo(() => occurrences.flatMap(({ postId }) => postId ?? []), [occurrences]));
  return (
    <>
      <ul aria-label={`History of ${schedule.name}`} className="grid divide-y divide-line">
        {occurrences.map((one) => {
          const post = posts.get(one.postId ?? '');
          // Nothing is said of a post that is still being read.
          const look = post ? lookOfPost(post, one, schedule.timeZone) : one.postId === null ? lookOf(one) : null;
          return (
            <li key={one.localSlot} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5">
              <OccurrencePicture photo={photos.get(one.photoId ?? '')} />
              <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <time dateTime={one.dueAt} className="text-sm font-semibold tabular">
                    {formatInstant(one.dueAt, schedule.timeZone)}
                  </time>
                  {look ? <Badge tone={look.tone}>{look.label}</Badge> : null}
                </p>
                {one.reason ? <p className="text-sm break-words text-muted">{one.reason}</p> : null}
              </div>
              {one.postId ? (
                <Link
                  href={`/schedule?post=${one.postId}`}
                  className="inline-flex min-h-6 items-center rounded-sm text-sm font-semibold text-woad hover:underline"
                >
                  {(post ? post.status === 'draft' : one.status === 'drafted') ? 'Open the draft' : 'Open the post'}
                  <span className="sr-only"> of {formatInstant(one.dueAt, schedule.timeZone)}</span>
                </Link>
              ) : null}
            </li>
          );
        })}
      </ul>
      {occurrences.length === HISTORY_ROWS ? (
        <p className="px-3 pt-2 text-sm text-muted">{automationTexts.latestHistory(HISTORY_ROWS)}</p>
      ) : null}
    </>
  );
}
