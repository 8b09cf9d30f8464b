import type { Platform, RecurringSchedule } from '@postloom/contracts';
import { Plus } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { Async } from '#components/async.tsx';
import type { PhotoSlot } from '#components/photo-slot.ts';
import { useSchedules } from '#data/schedules.ts';
import { lazily, prefetch } from '#lib/lazily.ts';
import { toastError } from '#lib/toast-error.ts';
import { Button, Card, ConfirmDialog, EmptyState, PageHeader, Skeleton, SkeletonGroup, toast } from '#ui/index.ts';
import { useDeleteSchedule } from '../api/schedules.ts';
import { automationTexts } from '../texts.ts';
import { NoPostsLeft } from './no-posts-left.tsx';
import { ScheduleCard } from './schedule-card.tsx';

const loadDialog = () => import('./schedule-dialog.tsx');
const ScheduleDialog = lazily(loadDialog);
const prefetchDialog = () => prefetch(loadDialog);

export type PlatformSlot = {
  value: readonly Platform[];
  onChange(platforms: readonly Platform[]): void;
  error?: string | undefined;
};

export type AutomationViewProps = {
  timeZone: string;
  connected: ReadonlySet<Platform>;
  /** Platforms whose account must be reconnected. */
  waiting: ReadonlySet<Platform>;
  /** Below the heading: what stands in the way of every schedule. */
  notice?: ReactNode;
  onUpload(): void;
  platformPicker(slot: PlatformSlot): ReactNode;
  photoPicker(slot: PhotoSlot): ReactNode;
};

/** 'Automation': the recurring schedules, what they will post next, and what became of what they posted. */
export function AutomationView(props: AutomationViewProps) {
  const { timeZone, connected, waiting, notice, onUpload, platformPicker, photoPicker } = props;
  const query = useSchedules();
  const [form, setForm] = useState<{ schedule: RecurringSchedule | null; copyOf: RecurringSchedule | null } | null>(
    null,
  );
  const [deleting, setDeleting] = useState<RecurringSchedule | null>(null);
  const remove = useDeleteSchedule();
  const create = () => setForm({ schedule: null, copyOf: null });

  return (
    <>
      <PageHeader
        title="Automation"
        description="Recurring post schedules that keep going when you are busy."
        actions={
          <Button onClick={create} onPointerEnter={prefetchDialog} onFocus={prefetchDialog}>
            <Plus aria-hidden="true" />
            Create Schedule
          </Button>
        }
      />
      {notice}
      <Async
        query={query}
        skeleton={
          <SkeletonGroup text="Loading your schedules" className="grid gap-4">
            <Skeleton className="h-40 rounded-card" />
            <Skeleton className="h-40 rounded-card" />
          </SkeletonGroup>
        }
        empty={
          <Card>
            <EmptyState
              level={2}
              title="No automation schedules yet"
              action={<Button onClick={create}>Create Your First Schedule</Button>}
            >
              {automationTexts.noSchedules}
            </EmptyState>
          </Card>
        }
      >
        {(schedules) => (
          <>
            {schedules.some(({ isActive }) => isActive) ? <NoPostsLeft timeZone={timeZone} /> : null}
            <ul aria-label="Schedules" className="grid gap-4">
              {schedules.map((schedule) => (
                <li key={schedule.id}>
                  <ScheduleCard
                    schedule={schedule}
                    startsOpen={schedules.length === 1}
                    onEdit={() => setForm({ schedule, copyOf: null })}
                    onDuplicate={() => setForm({ schedule: null, copyOf: schedule })}
                    onDelete={() => setDeleting(schedule)}
                    photoPicker={photoPicker}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </Async>
      <Suspense fallback={null}>
        {form ? (
          <ScheduleDialog
            {...form}
            timeZone={timeZone}
            connected={connected}
            waiting={waiting}
            onUpload={onUpload}
            platformPicker={platformPicker}
            onClose={() => setForm(null)}
          />
        ) : null}
      </Suspense>
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => (open ? undefined : setDeleting(null))}
        title="Delete schedule"
        description={
          <>
            <span className="block">{automationTexts.deleteQuestion(deleting?.name ?? '')}</span>
            <span className="mt-2 block">{automationTexts.deleteKeeps}</span>
          </>
        }
        confirmLabel="Delete"
        destructive
        pending={remove.isPending}
        onConfirm={() => {
          if (!deleting) {
            return;
          }
          void remove
            .mutateAsync(deleting.id)
            .then(
              () => toast({ title: automationTexts.success, description: automationTexts.deleted, tone: 'success' }),
              (error: unknown) => toastError(error, automationTexts.deleteFailed),
            )
            .then(() => setDeleting(null));
        }}
      />
    </>
  );
}
