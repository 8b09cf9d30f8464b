import { Check } from 'lucide-react';
import { usePostCounts } from '#data/posts.ts';
import { useComingDays } from '#data/upcoming.ts';
import { knownOf } from '#lib/api/index.ts';
import { cn } from '#lib/cn.ts';
import { Button, Card, CardBody, CardHeader } from '#ui/index.ts';
import { isWeekPlanned, progressOf } from '../first-steps.ts';
import { dashboardTexts } from '../texts.ts';

export type GettingStartedProps = {
  timeZone: string;
  /** Undefined while it is not known, null when it could not be read. */
  connected: boolean | null | undefined;
  uploaded: boolean | null | undefined;
  onConnect(): void;
  onUpload(): void;
  onCreate(): void;
  /** To the drafts that wait. */
  onDrafts(): void;
  onPlanWeek(): void;
};

/** `done` is null where it could not be read. */
type Step = { label: string; action: string; hint?: string | undefined; done: boolean | null; run(): void };

/**
 * Upload, connect, first post, and at the end a first week. It goes when all of it is done: a draft is not a post yet. A step of which
 * nothing could be read is left out, so that it asks nobody for what they have done.
 */
export function GettingStartedCard(props: GettingStartedProps) {
  const { timeZone, connected, uploaded, onConnect, onUpload, onCreate, onDrafts, onPlanWeek } = props;
  const counts = usePostCounts();
  const coming = knownOf(useComingDays(timeZone));
  if (counts === undefined || coming === undefined || connected === undefined || uploaded === undefined) {
    return null;
  }
  const progress = counts && progressOf(counts, coming);
  const texts = dashboardTexts.steps;
  const steps: readonly Step[] = [
    { ...texts.upload, done: uploaded, run: onUpload },
    { ...texts.connect, done: connected, run: onConnect },
    {
      label: texts.posts.label,
      done: progress && progress === 'scheduled',
      ...(progress === 'drafts'
        ? { action: texts.posts.drafts, run: onDrafts }
        : { action: texts.posts.create, run: onCreate }),
    },
    {
      ...{ label: texts.week.label, action: texts.week.action, run: onPlanWeek },
      hint:
        connected === false ? texts.week.needsAccount : uploaded === false ? texts.week.needsPhotos : texts.week.ready,
      done: coming && counts && isWeekPlanned(coming, counts),
    },
  ];
  const shown = steps.filter((step) => step.done !== null);
  const next = shown.find((step) => !step.done);
  if (next === undefined) {
    return null;
  }
  return (
    <Card aria-labelledby="getting-started">
      <CardHeader
        id="getting-started"
        title="Getting started"
        description={dashboardTexts.stepsDone(shown.filter((step) => step.done).length, shown.length)}
      />
      <CardBody>
        <ol className="grid gap-x-6 gap-y-2 lg:grid-cols-2">
          {shown.map((step, index) => (
            <StepRow key={step.label} step={step} place={index + 1} isNext={step === next} />
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

function StepRow({ step, place, isNext }: { step: Step; place: number; isNext: boolean }) {
  return (
    <li
      className={cn(
        'flex min-h-14 flex-wrap items-center gap-x-3 rounded-control border px-3.5 py-2',
        isNext ? 'border-woad/50 bg-woad-soft' : 'border-line',
      )}
    >
      <span
        aria-hidden="true"
        className={cn(
          'grid size-6 shrink-0 place-items-center rounded-full border text-xs font-bold',
          step.done
            ? 'border-moss bg-moss-soft text-moss'
            : isNext
              ? 'border-woad bg-cloth text-woad'
              : 'border-line-strong text-muted',
        )}
      >
        {step.done ? <Check className="size-4" /> : place}
      </span>
      <span className={cn('min-w-0 flex-1 text-sm font-semibold', step.done && 'text-muted line-through')}>
        {step.label}
        <span className="sr-only">{step.done ? ', done' : ''}</span>
      </span>
      {step.done ? null : (
        <Button size="sm" variant={isNext ? 'primary' : 'secondary'} onClick={step.run}>
          {step.action}
        </Button>
      )}
      {step.hint && !step.done ? <span className="basis-full pl-9 text-sm text-muted">{step.hint}</span> : null}
    </li>
  );
}
