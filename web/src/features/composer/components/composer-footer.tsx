import type { Post } from '@postloom/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useController, useWatch } from 'react-hook-form';
import { FreeTimes } from '#components/free-times.tsx';
import { WhenFields, WhenText } from '#components/when-fields.tsx';
import { presetTime } from '#data/free-slots.ts';
import { useFreeSlots } from '#data/use-free-slots.ts';
import { dayIn } from '#lib/month-grid.ts';
import { isPast } from '#lib/past.ts';
import { useIsWide } from '#lib/use-is-wide.ts';
import { useNow } from '#lib/use-now.ts';
import { Button, DialogCancel } from '#ui/index.ts';
import { intentOf } from '../composer-rules.ts';
import type { useComposer } from '../use-composer.ts';

export type ComposerFooterProps = {
  composer: Pick<ReturnType<typeof useComposer>, 'id' | 'control' | 'change' | 'momentOf' | 'busy' | 'publishNow'>;
  timeZone: string;
  /** The day a new post was begun for: it gets a time by itself. */
  startDay: string | null;
  post?: Pick<Post, 'id' | 'status'> | undefined;
};

/**
 * When it goes out and the button that says so: always in sight, whatever the form above is scrolled to. On a phone, a post that has its time
 * shows it in one line until somebody changes it: the text is what they came for.
 */
export function ComposerFooter({ composer, timeZone, startDay, post }: ComposerFooterProps) {
  const { id, control, change, momentOf, busy, publishNow } = composer;
  const date = useController({ control, name: 'date' });
  const time = useController({ control, name: 'time' });
  const platforms = useWatch({ control, name: 'platforms' });
  const now = useNow();
  const when = { date: date.field.value, time: time.field.value };
  const intent = intentOf(when, post?.status);
  const moment = momentOf(when);
  // What did not go out at its time may go now.
  const isOver = moment !== null && isPast(moment.instant, now.getTime());
  const isWide = useIsWide();
  const [isTimeKept, setIsTimeKept] = useState(post !== undefined);
  if (isTimeKept && (date.fieldState.invalid || time.fieldState.invalid)) {
    setIsTimeKept(false);
  }
  const isFolded = isTimeKept && !isWide && moment !== null;
  const foot = useRef<HTMLDivElement>(null);
  const unfold = () => {
    flushSync(() => setIsTimeKept(false));
    foot.current?.focus();
  };
  const { slots, isPending } = useFreeSlots({ timeZone, platforms, day: when.date, except: post?.id });

  const isPreset = useRef(false);
  const preset = useEffectEvent(() => {
    if (isPreset.current) {
      return;
    }
    isPreset.current = true;
    if (startDay !== null && when.date === startDay && when.time === '') {
      const free = presetTime(startDay, slots, { timeZone, now });
      if (free !== null) {
        change({ time: free });
      }
    }
  });
  useEffect(() => {
    if (!isPending) {
      preset();
    }
  }, [isPending]);

  return (
    <div
      ref={foot}
      tabIndex={-1}
      className="grid w-full gap-x-5 gap-y-3 outline-none lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end"
    >
      {slots && slots.length > 0 && !isFolded ? (
        <FreeTimes
          slots={slots}
          when={when}
          today={dayIn(timeZone, now)}
          className="lg:col-span-full"
          onChoose={change}
        />
      ) : null}
      {isFolded ? (
        <div className="flex items-center justify-between gap-2">
          <div className="min-w-0">
            <WhenText timeZone={timeZone} now={now} moment={moment} time={when.time} />
          </div>
          <Button variant="secondary" size="sm" className="shrink-0" onClick={unfold}>
            Change time
          </Button>
        </div>
      ) : (
        <WhenFields id={id} date={date} time={time} onChange={change} timeZone={timeZone} now={now} moment={moment} />
      )}
      <div className="grid gap-2">
        {intent.why ? <p className="text-right text-xs text-muted max-sm:sr-only">{intent.why}</p> : null}
        <div className="flex flex-wrap items-center justify-end gap-2 max-sm:*:flex-1">
          <DialogCancel />
          {isOver || (when.date === '' && when.time === '') ? (
            <Button variant="secondary" disabled={busy} onClick={publishNow}>
              Publish Now
            </Button>
          ) : null}
          <Button
            type="submit"
            form={`${id}-form`}
            pending={busy}
            pendingText={intent.status === 'draft' ? 'Saving...' : 'Scheduling...'}
          >
            {intent.button}
          </Button>
        </div>
      </div>
    </div>
  );
}
