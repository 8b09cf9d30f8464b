import { Check } from 'lucide-react';
import { useHasPosts } from '#data/posts.ts';
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
};

/** Connect, upload, first post. It goes when all three are done. */
export function GettingStartedCard({ connected, uploaded, onConnect, onUpload, onCreate }: GettingStartedProps) {
  const hasPosts = useHasPosts();
  const steps = [
    { label: 'Connect a social account', done: connected === true, action: 'Connect', run: onConnect },
    { label: 'Upload your first photos', done: uploaded === true, action: 'Upload Photos', run: onUpload },
    { label: 'Schedule your first post', done: hasPosts === true, action: 'Create Post', run: onCreate },
  ];
  const isKnown = hasPosts !== undefined && connected !== undefined && uploaded !== undefined;
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
      </CardBody>
    </Card>
  );
}
