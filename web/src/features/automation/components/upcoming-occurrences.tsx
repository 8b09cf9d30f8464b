import type { Occurrence, Photo, RecurringSchedule } from '@postloom/contracts';
import { ImageIcon, PencilLine, RotateCcw, SkipForward } from 'lucide-react';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { usePhotosById } from '#data/photos.ts';
import { cn } from '#lib/cn.ts';
import { formatInstant } from '#lib/format.ts';
import { photoLabel, thumbnailOf } from '#lib/photos.ts';
import { toastError } from '#lib/toast-error.ts';
import { useNow } from '#lib/use-now.ts';
import { excerpt } from '#lib/words.ts';
import { Badge, Button, ErrorState, Skeleton, SkeletonGroup, toast } from '#ui/index.ts';
import { useChangeOccurrence, useUpcoming } from '../api/schedules.ts';
import { isEdited, lookOf } from '../schedule-rules.ts';
import type { PhotoSlot } from './automation-view.tsx';

const OccurrenceDialog = lazy(() => import('./occurrence-dialog.tsx'));

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
  const [editing, setEditing] = useState<Occurrence | null>(null);
  const { occurrences, isPending, isError, isPlaceholderData, refetch } = useUpcoming(schedule.id, count);
  const photos = useOccurrencePhotos(occurrences);
  const now = useNow();
  if (isError && occurrences.length === 0) {
    return <ErrorState className="border-0 py-6" onRetry={() => void refetch()} />;
  }
  if (isPending) {
    return (
      <SkeletonGroup text="Loading the next posts" className="grid gap-2 px-3 py-2">
        {Array.from({ length: 3 }, (_, index) => (
          <Skeleton key={index} className="h-14" />
        ))}
      </SkeletonGroup>
    );
  }
  if (occurrences.length === 0) {
    return (
      <p className="px-3 py-4 text-sm text-muted">
        {schedule.isActive
          ? 'Nothing is coming up: the last day of this schedule has passed.'
          : 'This schedule is paused. Resume it to see what comes next.'}
      </p>
    );
  }
  return (
    <>
      <ul aria-label={`Next posts of ${schedule.name}`} className="grid divide-y divide-line">
        {occurrences.map((one) => (
          <UpcomingRow
            key={one.localSlot}
            one={one}
            photo={one.photoId ? photos.get(one.photoId) : undefined}
            timeZone={schedule.timeZone}
            now={now}
            onEdit={() => setEditing(one)}
          />
        ))}
      </ul>
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
    <img
      src={thumbnailOf(photo, 200)}
      alt={photoLabel(photo)}
      width={48}
      height={48}
      className="size-12 shrink-0 rounded-control border border-line object-cover"
    />
  ) : (
    <span className="grid size-12 shrink-0 place-items-center rounded-control border border-dashed border-line bg-sunken text-muted">
      <ImageIcon className="size-4.5" aria-hidden="true" />
    </span>
  );
}

function UpcomingRow({
  one,
  photo,
  timeZone,
  now,
  onEdit,
}: {
  one: Occurrence;
  photo: Photo | undefined;
  timeZone: string;
  now: Date;
  onEdit(): void;
}) {
  const change = useChangeOccurrence();
  const when = formatInstant(one.dueAt, timeZone);
  const isSkipped = one.status === 'skipped';
  const hasBadge = one.status !== 'planned' || isEdited(one, timeZone);
  const look = lookOf(one, now);
  const skip = () =>
    void change.mutateAsync({ id: one.scheduleId, localSlot: one.localSlot, changes: { skip: !isSkipped } }).then(
      () => toast({ title: isSkipped ? 'It will be posted' : 'Skipped', description: when, tone: 'success' }),
      (error: unknown) => toastError(error, 'Failed to update schedule'),
    );
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
        <p className="truncate text-sm text-muted">{wordsOf(one)}</p>
      </div>
      <div className="flex gap-1">
        {isSkipped ? null : (
          <Button variant="secondary" size="sm" onClick={onEdit} aria-label={`Edit the post of ${when}`}>
            <PencilLine aria-hidden="true" />
            Edit
          </Button>
        )}
        <Button
          variant="secondary"
          size="sm"
          disabled={change.isPending}
          onClick={skip}
          aria-label={`${isSkipped ? 'Post after all' : 'Skip'} the post of ${when}`}
        >
          {isSkipped ? <RotateCcw aria-hidden="true" /> : <SkipForward aria-hidden="true" />}
          {isSkipped ? 'Post after all' : 'Skip'}
        </Button>
      </div>
    </li>
  );
}

/** What is known of the words of a coming occurrence, or why there are none. */
function wordsOf({ status, caption, reason }: Occurrence): string {
  if (status === 'skipped') {
    return reason ?? 'Skipped by you.';
  }
  if (caption !== null) {
    return excerpt(caption, 80);
  }
  switch (status) {
    case 'planned':
      return 'The caption is written shortly before it goes out.';
    case 'picked':
    case 'captioning':
      return 'The caption is being written.';
    case 'posted':
      return 'The caption is written. It goes out at this time.';
    case 'drafted':
      return reason ?? 'Saved as a draft.';
  }
}
