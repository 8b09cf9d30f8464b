import type { Platform } from '@postloom/contracts';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useResolveTarget, type Resolution } from '#data/posts.ts';
import { usePostFailure } from '#data/use-post-failure.ts';
import { isApiError } from '#lib/api/index.ts';
import { cn } from '#lib/cn.ts';
import { platformRules } from '#lib/contract-data.ts';
import { applyServerErrors, lazySchema, requestResolver } from '#lib/forms.ts';
import { Button, ConfirmDialog, Field, FormError, Input, toast } from '#ui/index.ts';
import { resolveTexts } from '../texts.ts';

type Outcome = Resolution['outcome'];
type Answer = { outcome: Outcome; link: string };

/** The three things a person can say about a post whose outcome could not be found out, and the button of each. */
const choices: readonly { outcome: Outcome; button: string }[] = [
  { outcome: 'published', button: 'Mark as published' },
  { outcome: 'send_again', button: 'Send it again' },
  { outcome: 'give_up', button: 'Leave it' },
];

/** The link counts only for a post that is there. */
const resolutionOf = ({ outcome, link }: Answer): Resolution =>
  outcome === 'published' ? { outcome, permalink: link || null } : { outcome };

const fieldOf = (path: string) => (path === 'permalink' ? 'link' : null);
const schema = lazySchema(() => import('../post-schemas.ts').then((module) => module.Resolution));
const resolver = requestResolver<Answer, unknown>({
  schema,
  problemsOf: () => ({}),
  bodyOf: resolutionOf,
  fieldOf,
});

/** Asks the person what became of a target, explains each choice, and asks once more before a second sending. */
export function ResolvePanel({ postId, platform }: { postId: string; platform: Platform }) {
  const { name } = platformRules[platform];
  // No outcome is chosen beforehand: each answer has consequences.
  const { control, formState, handleSubmit, register, setError } = useForm<Answer>({
    resolver,
    defaultValues: { link: '' },
  });
  const outcome = useWatch({ control, name: 'outcome' });
  const chosen = choices.find((one) => one.outcome === outcome);
  const [formError, setFormError] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const resolve = useResolveTarget();
  const failed = usePostFailure();
  useEffect(() => schema.prefetch(), []);

  const send = (resolution: Resolution) =>
    void resolve
      .mutateAsync({ id: postId, platform, resolution })
      .then(
        () => toast({ title: resolveTexts[resolution.outcome].done, tone: 'success' }),
        (error: unknown) => {
          if (isApiError(error) && error.code === 'validation_failed') {
            setFormError(applyServerErrors(error, fieldOf, setError));
          } else {
            failed(error, resolveTexts.failed);
          }
        },
      )
      .then(() => setAsking(false));
  const answer = (given: Answer) => {
    if (given.outcome === 'send_again') {
      setAsking(true);
    } else {
      send(resolutionOf(given));
    }
  };

  return (
    <>
      <form
        noValidate
        className="mt-1 grid w-full gap-3 rounded-control border border-weld/40 bg-weld-soft p-3 text-sm"
        onSubmit={(event) => {
          event.preventDefault();
          setFormError(null);
          void handleSubmit(answer)();
        }}
      >
        <p>
          <span className="font-semibold">Did it go out?</span> {resolveTexts.why(name)}
        </p>
        <fieldset className="grid gap-1.5">
          <legend className="sr-only">What became of the post on {name}</legend>
          {choices.map((one) => (
            <label
              key={one.outcome}
              className={cn(
                'flex cursor-pointer items-start gap-2.5 rounded-control border bg-cloth px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-woad',
                one.outcome === outcome ? 'border-woad' : 'border-line',
              )}
            >
              <input
                type="radio"
                value={one.outcome}
                className="mt-0.5 size-4.5 shrink-0 accent-(--woad)"
                {...register('outcome')}
              />
              <span className="grid">
                <span className="font-semibold">{resolveTexts[one.outcome].choice}</span>
                <span className="text-muted">{resolveTexts[one.outcome].meaning(name)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {outcome === 'published' ? (
          <Field label="Link to the post (optional)" error={formState.errors.link?.message}>
            <Input type="url" inputMode="url" placeholder="https://" {...register('link')} />
          </Field>
        ) : null}
        <FormError>{formError}</FormError>
        {chosen ? (
          <div>
            <Button type="submit" size="sm" pending={resolve.isPending && !asking} pendingText="Saving...">
              {chosen.button}
            </Button>
          </div>
        ) : null}
      </form>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={resolveTexts.againQuestion(name)}
        description={resolveTexts.againWarning(name)}
        confirmLabel="Send it again"
        pending={resolve.isPending}
        onConfirm={() => send({ outcome: 'send_again' })}
      />
    </>
  );
}
