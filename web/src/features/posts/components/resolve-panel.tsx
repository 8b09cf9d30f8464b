import type { Platform } from '@postloom/contracts';
import { useId, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { platformRules } from '#lib/contract-data.ts';
import { Button, ConfirmDialog, Field, Input, toast } from '#ui/index.ts';
import { useResolveTarget, type Resolution } from '#data/posts.ts';
import { permalinkOf } from '#data/post-state.ts';
import { usePostFailure } from '#data/use-post-failure.ts';
import { resolveTexts } from '../texts.ts';

type Outcome = Resolution['outcome'];

/** The three things a person can say about a post whose outcome could not be found out, and the button of each. */
const choices: readonly { outcome: Outcome; button: string }[] = [
  { outcome: 'published', button: 'Mark as published' },
  { outcome: 'send_again', button: 'Send it again' },
  { outcome: 'give_up', button: 'Leave it' },
];

/** Asks the person what became of a target, explains each choice, and asks once more before a second sending. */
export function ResolvePanel({ postId, platform }: { postId: string; platform: Platform }) {
  const { name } = platformRules[platform];
  // Nothing is chosen beforehand: each answer has consequences.
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [link, setLink] = useState('');
  const [linkError, setLinkError] = useState<string | undefined>(undefined);
  const [asking, setAsking] = useState(false);
  const resolve = useResolveTarget();
  const failed = usePostFailure();
  const id = useId();
  const chosen = choices.find((one) => one.outcome === outcome);

  const send = (resolution: Resolution) =>
    void resolve
      .mutateAsync({ id: postId, platform, resolution })
      .then(
        () => toast({ title: resolveTexts[resolution.outcome].done, tone: 'success' }),
        (error: unknown) => failed(error, resolveTexts.failed),
      )
      .then(() => setAsking(false));
  const answer = () => {
    if (outcome === 'send_again') {
      setAsking(true);
      return;
    }
    if (outcome !== 'published') {
      send({ outcome: 'give_up' });
      return;
    }
    const permalink = permalinkOf(link);
    if (permalink === undefined) {
      setLinkError(resolveTexts.linkInvalid);
      document.getElementById(`${id}-link`)?.focus();
      return;
    }
    send({ outcome, permalink });
  };

  return (
    <div className="mt-1 grid w-full gap-3 rounded-control border border-weld/40 bg-weld-soft p-3 text-sm">
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
              name={`${id}-outcome`}
              value={one.outcome}
              checked={one.outcome === outcome}
              onChange={() => setOutcome(one.outcome)}
              className="mt-0.5 size-4.5 shrink-0 accent-(--woad)"
            />
            <span className="grid">
              <span className="font-semibold">{resolveTexts[one.outcome].choice}</span>
              <span className="text-muted">{resolveTexts[one.outcome].meaning(name)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {outcome === 'published' ? (
        <Field label="Link to the post (optional)" error={linkError}>
          <Input
            id={`${id}-link`}
            type="url"
            inputMode="url"
            placeholder="https://"
            value={link}
            onChange={(event) => {
              setLink(event.target.value);
              setLinkError(undefined);
            }}
          />
        </Field>
      ) : null}
      {chosen ? (
        <div>
          <Button size="sm" pending={resolve.isPending && !asking} pendingText="Saving..." onClick={answer}>
            {chosen.button}
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={resolveTexts.againQuestion(name)}
        description={resolveTexts.againWarning(name)}
        confirmLabel="Send it again"
        pending={resolve.isPending}
        onConfirm={() => send({ outcome: 'send_again' })}
      />
    </div>
  );
}
