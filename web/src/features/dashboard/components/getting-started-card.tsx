import { CalendarPlus, Check } from 'lucide-react';
import { usePostProgress } from '#data/posts.ts';
import { cn } from '#lib/cn.ts';
import { Button, Card, CardBody, CardHeader } from '#ui/index.ts';
import { dashboardTexts } from '../texts.ts';

export type GettingStartedProps = {
  /** Undefined while it is not known. */
  connected: boolean | undefined;
  uploaded: boolean | undefined;
  onConnect(): void;
  onUpload(): void;
  onCreate(): void;
  onStartWeek(): void;
  /** To the drafts that wait. */
  onDrafts(): void;
};

/**
 * Connect, upload, first post; with photos there, a week of drafts is offered as well. It goes when all three are done: a draft is not a
 * post yet.
 */
export function GettingStartedCard(props: GettingStartedProps) {
  const { connected, uploaded, onConnect, onUpload, onCreate, onStartWeek, onDrafts } = props;
  const progress = usePostProgress();
  const { posts } = dashboardTexts.steps;
  const steps = [
    { ...dashboardTexts.steps.connect, done: connected === true, run: onConnect },
    { ...dashboardTexts.steps.upload, done: uploaded === true, run: onUpload },
    {
      label: posts.label,
      done: progress === 'scheduled',
      ...(progress === 'drafts' ? { action: posts.drafts, run: onDrafts } : { action: posts.create, run: onCreate }),
    },
  ];
  const isKnown = progress !== undefined && connected !== undefined && uploaded !== undefined;
  if (!isKnown || steps.every((step) => step.done)) {
    return null;
  }
  const next = steps.find((step) => !step.done);
  return (
    <Card aria-labelledby="getting-started">
      <CardHeader
        id="getting-started"
        title="Getting started"
        description={dashboardTexts.stepsDone(steps.filter((step) => step.done).length, steps.length)}
      />
      <CardBody>
        <ol className="grid gap-x-6 gap-y-2 lg:grid-cols-3">
          {steps.map((step, index) => (
            <li
              key={step.label}
              className={cn(
                'flex min-h-14 items-center gap-3 rounded-control border px-3.5 py-2',
                step === next ? 'border-woad/50 bg-woad-soft' : 'border-line',
              )}
            >
              <span
                aria-hidden="true"
                className={cn(
                  'grid size-6 shrink-0 place-items-center rounded-full border text-xs font-bold',
                  step.done
                    ? 'border-moss bg-moss-soft text-moss'
                    : step === next
                      ? 'border-woad bg-cloth text-woad'
                      : 'border-line-strong text-muted',
                )}
              >
                {step.done ? <Check className="size-4" /> : index + 1}
              </span>
              <span className={cn('flex-1 text-sm font-semibold', step.done && 'text-muted line-through')}>
                {step.label}
                <span className="sr-only">{step.done ? ', done' : ''}</span>
              </span>
              {step.done ? null : (
                <Button size="sm" variant={step === next ? 'primary' : 'secondary'} onClick={step.run}>
                  {step.action}
                </Button>
              )}
            </li>
          ))}
        </ol>
        {uploaded && progress === 'none' ? (
          <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-64 text-sm text-muted">{dashboardTexts.startWeek.text}</p>
            <Button size="sm" variant="soft" onClick={onStartWeek}>
              <CalendarPlus aria-hidden="true" />
              {dashboardTexts.startWeek.action}
            </Button>
          </div>
        ) : null}
      </CardBody>
    </Card>
  );
}
