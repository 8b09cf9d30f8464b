import type { Occurrence, Photo, RecurringSchedule } from '@postloom/contracts';
import { ImageIcon, PencilLine, RotateCcw, SkipForward } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { messageOr } from '../../../lib/api/index.ts';
import { cn } from '../../../lib/cn.ts';
import { excerpt, photoLabel, thumbnailOf } from '../../../lib/photos.ts';
import { formatInstant } from '../../../lib/time-zones.ts';
import { Badge, Button, ErrorState, Skeleton, SkeletonGroup, toast } from '../../../ui/index.ts';
import { useChangeOccurrence, useUpcoming } from '../api/schedules.ts';
import { isEdited, lookOf } from '../schedule-rules.ts';
import type { PhotoSlot } from './automation-view.tsx';

const OccurrenceDialog = lazy(() => import('./occurrence-dialog.tsx'));

/** Occurrences that are listed at first, and with each 'Show more'. */
const STEP = 5;
const MOST = 30;

export type UpcomingProps = {
  schedule: RecurringSchedule;
  photos: readonly Photo[];
  photoPicker(slot: PhotoSlot): ReactNode;
};

/** What the schedule will post next; each can be skipped, taken up again or edited. */
export function UpcomingOccurrences({ schedule, photos, photoPicker }: UpcomingProps) {
  const [count, setCount] = useState(STEP);
  const [editing, setEditing] = useState<Occurrence | null>(null);
  const { occurrences, isPending, isError, isPlaceholderData, refetch } = useUpcoming(schedule.id, count);
  const change = useChangeOccurrence();
  const skip = (one: Occurrence) => {
    const isSkipped = one.status === 'skipped';
    change.mutate(
      { id: schedule.id, localSlot: one.localSlot, changes: { skip: !isSkipped } },
      {
        onSuccess: () =>
          toast({
            title: isSkipped ? 'It will be posted' : 'Skipped',
            description: formatInstant(one.dueAt, schedule.timeZone),
            tone: 'success',
          }),
        onError: (error) =>
          toast({
            title: 'Error',
            description: messageOr(error, 'Failed to update schedule'),
            tone: 'error',
          }),
      },
    );
  };
  if (isError && occurrences.length === 0)
    return <ErrorState className="border-0 py-6" onRetry={() => void refetch()} />;
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
          ? 'Nothing lies ahead: the last day of this schedule is over.'
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
            photo={photos.find((photo) => photo.id === one.photoId)}
            timeZone={schedule.timeZone}
            busy={change.isPending && change.variables.localSlot === one.localSlot}
            onSkip={() => skip(one)}
            onEdit={() => setEditing(one)}
          />
        ))}
      </ul>
      {occurrences.length >= count && count < MOST ? (
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
  busy,
  onSkip,
  onEdit,
}: {
  one: Occurrence;
  photo: Photo | undefined;
  timeZone: string;
  busy: boolean;
  onSkip(): void;
  onEdit(): void;
}) {
  const when = formatInstant(one.dueAt, timeZone);
  const isSkipped = one.status === 'skipped';
  const look = lookOf(one.status);
  const words =
    one.caption !== null
      ? excerpt(one.caption, 80)
      : one.status === 'planned'
        ? 'The caption is written shortly before it is due.'
        : (one.reason ?? 'The caption is being written.');
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
          {one.status === 'planned' && !isEdited(one) ? null : (
            <Badge tone={look.tone}>{isEdited(one) ? 'Edited' : look.label}</Badge>
          )}
        </p>
        <p className="truncate text-sm text-muted">{isSkipped ? (one.reason ?? 'Skipped by you.') : words}</p>
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
          disabled={busy}
          onClick={onSkip}
          aria-label={`${isSkipped ? 'Post after all' : 'Skip'} the post of ${when}`}
        >
          {isSkipped ? <RotateCcw aria-hidden="true" /> : <SkipForward aria-hidden="true" />}
          {isSkipped ? 'Post after all' : 'Skip'}
        </Button>
      </div>
    </li>
  );
}
