import type { Post } from '@postloom/contracts';
import { Suspense, use, useId, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { WhenFields } from '#components/when-fields.tsx';
import { useFreeSlots } from '#data/use-free-slots.ts';
import { isApiError } from '#lib/api/index.ts';
import { applyChange, applyServerErrors, lazySchema, requestResolver } from '#lib/forms.ts';
import { lazily } from '#lib/lazily.ts';
import { FormDialog, FormError, toast } from '#ui/index.ts';
import { useFreshPost, useUpdatePost } from '#data/posts.ts';
import { postMessages } from '#lib/contract-data.ts';
import { isPast } from '#lib/past.ts';
import { clockIn, dayIn } from '#lib/month-grid.ts';
import { useNow } from '#lib/use-now.ts';
import { usePostFailure } from '#data/use-post-failure.ts';
import { texts } from '#lib/texts.ts';
import { temporalReady, typedMoment, type LocalMoment } from '#lib/zoned-time.ts';
import { postTexts } from '../texts.ts';
import type { TargetWays } from './target-row.tsx';

// Few posts are refused for want of an account.
const ConnectFirst = lazily(() => import('./connect-first.tsx'));

export type RescheduleProps = Pick<TargetWays, 'connecting' | 'onConnect'> & {
  post: Post;
  timeZone: string;
  onClose(): void;
};

type When = { date: string; time: string };
type Known = { momentOf(when: When): LocalMoment | null };

const fieldOf = (path: string) => (path.split('.')[0] === 'scheduledFor' ? 'time' : null);
const resolver = requestResolver<When, Known>({
  schema: lazySchema(() =>
    import('../post-schemas.ts').then(({ PostChanges }) => PostChanges.pick({ scheduledFor: true })),
  ),
  problemsOf: ({ date, time }, { momentOf }) => {
    const moment = momentOf({ date, time });
    return {
      date: date === '' ? postTexts.dateRequired : undefined,
      time:
        time === ''
          ? postTexts.timeRequired
          : date !== '' && (moment === null || isPast(moment.instant, Date.now()))
            ? postMessages.inThePast
            : undefined,
    };
  },
  bodyOf: (when, { momentOf }) => ({ scheduledFor: momentOf(when)?.instant ?? null }),
  fieldOf,
});

/** Another date and time for a post, with a way back. */
export function RescheduleDialog({ post: opened, timeZone, connecting, onConnect, onClose }: RescheduleProps) {
  const [post, setPost] = useState(opened);
  const temporal = use(temporalReady());
  const momentOf = ({ date, time }: When) => typedMoment(temporal, date, time, timeZone);
  const form = useForm<When, Known>({
    resolver,
    context: { momentOf },
    defaultValues: {
      date: post.scheduledFor ? dayIn(timeZone, post.scheduledFor) : '',
      time: post.scheduledFor ? clockIn(timeZone, post.scheduledFor) : '',
    },
    reValidateMode: 'onSubmit',
  });
  const { control, handleSubmit, setError } = form;
  const date = useController({ control, name: 'date' });
  const time = useController({ control, name: 'time' });
  const when = { date: date.field.value, time: time.field.value };
  const [formError, setFormError] = useState<string | null>(null);
  const [lacksAccount, setLacksAccount] = useState(false);
  const now = useNow();
  const update = useUpdatePost();
  const fresh = useFreshPost();
  const failed = usePostFailure();
  const id = useId();
  const words = postTexts.rescheduling[opened.scheduledFor === null ? 'first' : 'again'];
  const { slots } = useFreeSlots({ timeZone, platforms: post.platforms, day: when.date, except: post.id });
  const change = (part: Partial<When>) => {
    applyChange(form, part, { date: ['time'] });
    setFormError(null);
  };
  const refused = (failure: unknown) => {
    setLacksAccount(isApiError(failure) && failure.details.some(({ path }) => path === 'platforms'));
    setFormError(applyServerErrors(failure, fieldOf, setError, texts.scheduleFailed));
  };
  /** What was typed stays, for the post as it is now. */
  const takeFresh = async () => {
    setPost(await fresh(post.id));
    setLacksAccount(false);
    setFormError(postTexts.changedElsewhere(words.action));
  };
  const save = (values: When) => {
    const moment = momentOf(values);
    if (!moment) {
      return;
    }
    const before = {
      scheduledFor: post.scheduledFor,
      status: post.status === 'scheduled' ? 'scheduled' : 'draft',
    } as const;
    const undo = (version: number) =>
      update
        .mutateAsync({ id: post.id, changes: { ...before, version } })
        .catch((error: unknown) => failed(error, postTexts.changeFailed));
    // There is no way back to a time that has passed.
    const isUndoable = before.scheduledFor === null || !isPast(before.scheduledFor, Date.now());
    const changes = { scheduledFor: moment.instant, status: 'scheduled', version: post.version } as const;
    void update.mutateAsync({ id: post.id, changes }, { onSuccess: onClose }).then(
      (moved) =>
        toast({
          title: words.done,
          tone: 'success',
          ...(isUndoable ? { action: { label: 'Undo', onSelect: () => void undo(moved.version) } } : {}),
        }),
      (failure: unknown) =>
        isApiError(failure) && failure.code === 'version_conflict' ? takeFresh().catch(refused) : refused(failure),
    );
  };
  return (
    <FormDialog
      title={words.action}
      submitLabel={words.action}
      pending={update.isPending}
      onSubmit={() => {
        setFormError(null);
        void handleSubmit(save)();
      }}
      onClose={onClose}
    >
      <WhenFields
        id={id}
        date={date}
        time={time}
        onChange={change}
        timeZone={timeZone}
        now={now}
        moment={momentOf(when)}
        slots={slots}
      />
      {formError && lacksAccount ? (
        <Suspense fallback={<FormError>{formError}</FormError>}>
          <ConnectFirst refusal={formError} platforms={post.platforms} connecting={connecting} onConnect={onConnect} />
        </Suspense>
      ) : (
        <FormError>{formError}</FormError>
      )}
    </FormDialog>
  );
}
