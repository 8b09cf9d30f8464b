import type { RecurringSchedule } from '@postloom/contracts';
import { CalendarClock, ChevronDown, Clock, Copy, Images, Pause, PencilLine, Play, Trash2 } from 'lucide-react';
import { Suspense, useId, useState, type ReactNode } from 'react';
import type { PhotoSlot } from '#components/photo-slot.ts';
import { cn } from '#lib/cn.ts';
import { useAlbums } from '#data/albums.ts';
import { rhythmLabel } from '#data/rhythm.ts';
import { formatClock, formatDate, formatInstant } from '#lib/format.ts';
import { lazily, prefetch } from '#lib/lazily.ts';
import { placeOf } from '#lib/time-zones.ts';
import { toastError } from '#lib/toast-error.ts';
import { Badge, Button, Card, PlatformBadge, toast } from '#ui/index.ts';
import { useUpdateSchedule } from '../api/schedules.ts';
import { automationTexts } from '../texts.ts';
import { UpcomingOccurrences } from './upcoming-occurrences.tsx';

/** With its first look: most come for what is next. */
const OccurrenceHistory = lazily(() => import('./occurrence-history.tsx'));

const loadResume = () => import('./resume-dialog.tsx');
const ResumeDialog = lazily(loadResume);
const prefetchResume = () => prefetch(loadResume);

export type ScheduleCardProps = {
  schedule: RecurringSchedule;
  /** Shows the next occurrences from the start. */
  startsOpen: boolean;
  onEdit(): void;
  /** Opens a new one that starts with what this one has. */
  onDuplicate(): void;
  onDelete(): void;
  photoPicker(slot: PhotoSlot): ReactNode;
};

/** One recurring schedule: its rule, whether it runs, what comes next and what has been. */
export function ScheduleCard(props: ScheduleCardProps) {
  const { schedule, startsOpen, onEdit, onDuplicate, onDelete, photoPicker } = props;
  const [shown, setShown] = useState<'upcoming' | 'history' | null>(startsOpen ? 'upcoming' : null);
  const { albums } = useAlbums();
  const update = useUpdateSchedule();
  const [isChoosingDay, setChoosingDay] = useState(false);
  const id = useId();
  const album = albums.find((one) => one.id === schedule.albumId);
  const source =
    schedule.useAllPhotos || schedule.albumId === null ? 'All photos' : `Album ${album?.name ?? ''}`.trim();
  const used = schedule.usedPhotoIds.length;
  const runs = schedule.nextPostDate !== null;
  const resumeLabel = schedule.pausedUntil ? automationTexts.changeTheDay : automationTexts.resumeOnADay;
  const change = async (changes: Parameters<typeof update.mutateAsync>[0]['changes']) => {
    await update.mutateAsync({ id: schedule.id, changes });
    const { isActive } = changes;
    const said =
      isActive === undefined
        ? { title: automationTexts.success, description: automationTexts.updated }
        : {
            title: automationTexts.updated,
            description: automationTexts[isActive ? 'runsAgain' : 'isPaused'](schedule.name),
          };
    toast({ ...said, tone: 'success' });
  };
  const toggle = () =>
    void change({ isActive: !schedule.isActive }).catch((error: unknown) =>
      toastError(error, automationTexts.updateFailed),
    );
  return (
    <Card aria-labelledby={id} className="overflow-hidden">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3 px-5 pt-4 pb-4">
        <div className="grid min-w-0 flex-1 basis-64 gap-2">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id={id} className="text-lg font-bold break-words">
              {schedule.name}
            </h2>
            <Badge tone={runs ? 'moss' : 'flax'}>{runs ? 'Active' : schedule.isActive ? 'Ended' : 'Paused'}</Badge>
          </div>
          <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
            <Fact icon={CalendarClock} term="Frequency">
              {rhythmLabel(schedule)}
              {schedule.endDate ? `, until ${formatDate(schedule.endDate, 'UTC')}` : ''}
            </Fact>
            <Fact icon={Clock} term="Time">
              <span className="tabular">{formatClock(schedule.timeOfDay)}</span> {placeOf(schedule.timeZone)}
            </Fact>
            <Fact icon={Images} term="Photos">
              {source}
              {used > 0 ? `, ${automationTexts.usedInRotation(used)}` : ''}
            </Fact>
          </dl>
          <div className="flex flex-wrap gap-1.5">
            {schedule.platforms.map((platform) => (
              <PlatformBadge key={platform} platform={platform} />
            ))}
          </div>
          <p className="text-sm">
            {schedule.nextPostDate ? (
              <>
                Next post{' '}
                <time dateTime={schedule.nextPostDate} className="font-semibold tabular">
                  {formatInstant(schedule.nextPostDate, schedule.timeZone)}
                </time>
              </>
            ) : schedule.isActive ? (
              automationTexts.ended
            ) : (
              <>
                {schedule.pausedUntil
                  ? automationTexts.pausedUntil(formatDate(schedule.pausedUntil, 'UTC'))
                  : automationTexts.paused}{' '}
                <Button
                  variant="link"
                  size="sm"
                  aria-label={`${resumeLabel}: ${schedule.name}`}
                  onClick={() => setChoosingDay(true)}
                  onPointerEnter={prefetchResume}
                  onFocus={prefetchResume}
                >
                  {resumeLabel}
                </Button>
              </>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-1.5">
          <Button
            variant="secondary"
            size="sm"
            idle={update.isPending}
            aria-label={`${schedule.isActive ? 'Pause' : 'Resume'} ${schedule.name}`}
            onClick={toggle}
          >
            {schedule.isActive ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
            {schedule.isActive ? 'Pause' : 'Resume'}
          </Button>
          <Button variant="secondary" size="sm" aria-label={`Edit ${schedule.name}`} onClick={onEdit}>
            <PencilLine aria-hidden="true" />
            Edit
          </Button>
          <Button variant="secondary" size="sm" aria-label={`Duplicate ${schedule.name}`} onClick={onDuplicate}>
            <Copy aria-hidden="true" />
            Duplicate
          </Button>
          <Button variant="danger-quiet" size="sm" aria-label={`Delete ${schedule.name}`} onClick={onDelete}>
            <Trash2 aria-hidden="true" />
            Delete
          </Button>
        </div>
      </div>
      <div className="flex gap-1 border-t border-line bg-sunken px-3 py-1.5">
        {(['upcoming', 'history'] as const).map((part) => (
          <Button
            key={part}
            variant="ghost"
            size="sm"
            aria-expanded={shown === part}
            aria-controls={`${id}-${part}`}
            onClick={() => setShown(shown === part ? null : part)}
          >
            <ChevronDown className={cn('transition-transform', shown !== part && '-rotate-90')} aria-hidden="true" />
            {part === 'upcoming' ? 'Next posts' : 'History'}
            <span className="sr-only"> of {schedule.name}</span>
          </Button>
        ))}
      </div>
      <div id={`${id}-upcoming`} hidden={shown !== 'upcoming'} className="border-t border-line px-2 py-2">
        {shown === 'upcoming' ? <UpcomingOccurrences schedule={schedule} photoPicker={photoPicker} /> : null}
      </div>
      <div id={`${id}-history`} hidden={shown !== 'history'} className="border-t border-line px-2 py-2">
        <Suspense fallback={null}>{shown === 'history' ? <OccurrenceHistory schedule={schedule} /> : null}</Suspense>
      </div>
      <Suspense fallback={null}>
        {isChoosingDay ? (
          <ResumeDialog
            schedule={schedule}
            pending={update.isPending}
            onSave={(pausedUntil) => change({ pausedUntil })}
            failure={automationTexts.updateFailed}
            onClose={() => setChoosingDay(false)}
          />
        ) : null}
      </Suspense>
    </Card>
  );
}

function Fact({ icon: Icon, term, children }: { icon: typeof Clock; term: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-1.5">
      <dt>
        <Icon className="size-4" aria-hidden="true" />
        <span className="sr-only">{term}</span>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
