import type { Occurrence, Photo, RecurringSchedule } from '@postloom/contracts';
import { ImageIcon, PencilLine, RotateCcw, SkipForward } from 'lucide-react';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { Async } from '#components/async.tsx';
import { PhotoImage } from '#components/photo-image.tsx';
import type { PhotoSlot } from '#components/photo-slot.ts';
import { useCaptionPreferences } from '#data/caption-preferences.ts';
import { usePhotosById } from '#data/photos.ts';
import { cn } from '#lib/cn.ts';
import { formatDate, formatInstant } from '#lib/format.ts';
import { lazily } from '#lib/lazily.ts';
import { excerpt } from '#lib/words.ts';
import { Badge, Button, SkeletonGroup, SkeletonRows } from '#ui/index.ts';
import { useUpcomingOccurrences } from '../api/schedules.ts';
import { isEdited, lookOf } from '../schedule-rules.ts';
import { automationTexts } from '../texts.ts';
import { useSkip } from '../use-skip.ts';

const OccurrenceDialog = lazily(() => import('./occurrence-dialog.tsx'));

/** Occurrences that are listed at first, and with each 'Show more'. */
const STEP = 5;
const MOST = 30;

export type UpcomingProps = {
  schedule: RecurringSchedule;
  photoPicker(slot: PhotoSlot): ReactNode;
};

/** What the schedule will post next; each can be skipped, taken up again or edited. */
export function UpcomingOccurrences({ schedule, photoPicker }: UpcomingProps) {
  const [count, setCount] = useState(STEP);
  const query = useUpcomingOccurrences(schedule.id, count);
  const { isPlaceholderData } = query;
  return (
    <Async
      query={query}
      className="border-0 py-6"
      skeleton={
        <SkeletonGroup text="Loading the next posts" className="grid gap-2 px-3 py-2">
          <SkeletonRows count={3} className="h-14" />
        </SkeletonGroup>
      }
      empty={
        <p className="px-3 py-4 text-sm text-muted">
          {schedule.pausedUntil
            ? automationTexts.resumesOn(formatDate(schedule.pausedUntil, 'UTC'))
            : automationTexts.nothingUpcoming[schedule.isActive ? 'ended' : 'paused']}
        </p>
      }
    >
      {(occurrences) => (
        <>
          <UpcomingList schedule={schedule} occurrences={occurrences} photoPicker={photoPicker} />
          {isPlaceholderData || (occurrences.length >= count && count < MOST) ? (
            <div className="px-3 py-2">
              <Button
                variant="link"
                size="sm"
                pending={isPlaceholderData}
                pendingText="Loading..."
                onClick={() => setCount(count + STEP)}
              >
                Show more
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Async>
  );
}

function UpcomingList({
  schedule,
  occurrences,
  photoPicker,
}: UpcomingProps & {
  occurrences: readonly Occurrence[];
}) {
  const [editing, setEditing] = useState<Occurrence | null>(null);
  const photos = useOccurrencePhotos(occurrences);
  const { data: preferences } = useCaptionPreferences();
  return (
    <>
      <ul aria-label={`Next posts of ${schedule.name}`} className="grid divide-y divide-line">
        {occurrences.map((one) => (
          <UpcomingRow
            key={one.localSlot}
            one={one}
            schedule={schedule}
            photo={photos.get(one.photoId ?? '')}
            isCaptionWritten={preferences?.autoGenerateCaptions ?? true}
            onEdit={() => setEditing(one)}
          />
        ))}
      </ul>
      <Suspense fallback={null}>
        {editing ? (
          <OccurrenceDialog
            schedule={schedule}
            occurrence={editing}
            photoPicker={photoPicker}
            onClose={() => setEditing(null)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** The photos that are known of occurrences. */
export function useOccurrencePhotos(occurrences: readonly Occurrence[]): ReadonlyMap<string, Photo> {
  return usePhotosById(useMemo(() => occurrences.flatMap(({ photoId }) => photoId ?? []), [occurrences]));
}

/** The picture of an occurrence, or the sign that it is chosen when it is due. */
export function OccurrencePicture({ photo }: { photo: Photo | undefined }) {
  return photo ? (
    <PhotoImage photo={photo} width={64} className="size-12 shrink-0 rounded-control border border-line" />
  ) : (
    <span className="grid size-12 shrink-0 place-items-center rounded-control border border-dashed border-line bg-sunken text-muted">
      <ImageIcon className="size-4.5" aria-hidden="true" />
    </span>
  );
}

function UpcomingRow({
  one,
  schedule,
  photo,
  isCaptionWritten,
  onEdit,
}: {
  one: Occurrence;
  schedule: RecurringSchedule;
  photo: Photo | undefined;
  isCaptionWritten: boolean;
  onEdit(): void;
}) {
  const { setSkip, isPending } = useSkip(schedule, one);
  const when = formatInstant(one.dueAt, schedule.timeZone);
  const isSkipped = one.status === 'skipped';
  const hasBadge = one.status !== 'planned' || isEdited(one, schedule.timeZone);
  const look = lookOf(one);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5">
      <OccurrencePicture photo={photo} />
      <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <time
            dateTime={one.dueAt}
            className={cn('text-sm font-semibold tabular', isSkipped && 'text-muted line-through')}
          >
            {when}
          </time>
          {hasBadge ? <Badge tone={look.tone}>{one.status === 'planned' ? 'Edited' : look.label}</Badge> : null}
        </p>
        <p className="truncate text-sm text-muted">{wordsOf(one, isCaptionWritten)}</p>
      </div>
      <div className="flex gap-1">
        {isSkipped ? null : one.postId === null ? (
          <Button variant="secondary" size="sm" onClick={onEdit} aria-label={automationTexts.edit(when)}>
            <PencilLine aria-hidden="true" />
            Edit
          </Button>
        ) : (
          // Its words are written: they stand in the post.
          <Button asChild variant="secondary" size="sm">
            <Link href={`/schedule?post=${one.postId}`} aria-label={automationTexts.edit(when)}>
              <PencilLine aria-hidden="true" />
              Edit
            </Link>
          </Button>
        )}
        <Button
          variant="secondary"
          size="sm"
          idle={isPending}
          onClick={() => setSkip(!isSkipped)}
          aria-label={isSkipped ? automationTexts.unskip(when) : automationTexts.skip(when)}
        >
          {isSkipped ? <RotateCcw aria-hidden="true" /> : <SkipForward aria-hidden="true" />}
          {isSkipped ? automationTexts.postAfterAll : 'Skip'}
        </Button>
      </div>
    </li>
  );
}

/** What is known of the words of a coming occurrence, or why there are none. */
function wordsOf({ status, caption, reason }: Occurrence, isCaptionWritten: boolean): string {
  if (status === 'skipped') {
    return reason ?? automationTexts.skippedByYou;
  }
  if (caption !== null) {
    return excerpt(caption, 80);
  }
  switch (status) {
    case 'planned':
      return automationTexts.caption[isCaptionWritten ? 'planned' : 'off'];
    case 'picked':
    case 'captioning':
      return automationTexts.caption.writing;
    case 'posted':
      return automationTexts.caption.ready;
    case 'drafted':
      return reason ?? automationTexts.caption.drafted;
  }
}
