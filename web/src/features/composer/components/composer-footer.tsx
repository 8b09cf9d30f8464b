import { useEffect, useEffectEvent, useRef } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { FreeTimes } from '#components/free-times.tsx';
import { WhenFields } from '#components/when-fields.tsx';
import { presetTime } from '#data/free-slots.ts';
import { useFreeSlots } from '#data/use-free-slots.ts';
import { dayIn } from '#lib/month-grid.ts';
import { useNow } from '#lib/use-now.ts';
import { Button, DialogCancel } from '#ui/index.ts';
import { intentOf } from '../composer-rules.ts';
import type { useComposer } from '../use-composer.ts';

export type ComposerFooterProps = {
  composer: Pick<ReturnType<typeof useComposer>, 'id' | 'control' | 'change' | 'momentOf' | 'busy' | 'publishNow'>;
  timeZone: string;
  /** The day a new post was begun for: it gets a time by itself. */
  startDay: string | null;
  postId?: string | undefined;
};

/** When it goes out and the button that says so: always in sight, whatever the form above is scrolled to. */
export function ComposerFooter({ composer, timeZone, startDay, postId }: ComposerFooterProps) {
  const { id, control, change, momentOf, busy, publishNow } = composer;
  const date = useController({ control, name: 'date' });
  const time = useController({ control, name: 'time' });
  const platforms = useWatch({ control, name: 'platforms' });
  const now = useNow();
  const when = { date: date.field.value, time: time.field.value };
  const intent = intentOf(when);
  const { slots, isPending } = useFreeSlots({ timeZone, platforms, day: when.date, except: postId });

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
    <div className="grid w-full gap-x-5 gap-y-3 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
      {slots && slots.length > 0 ? (
        <FreeTimes
          slots={slots}
          when={when}
          today={dayIn(timeZone, now)}
          className="lg:col-span-full"
          onChoose={change}
        />
      ) : null}
      <WhenFields
        id={id}
        date={date}
        time={time}
        onChange={change}
        timeZone={timeZone}
        now={now}
        moment={momentOf(when)}
      />
      <div className="grid gap-2">
        {intent.why ? <p className="text-right text-xs text-muted max-sm:sr-only">{intent.why}</p> : null}
        <div className="flex flex-wrap items-center justify-end gap-2 max-sm:*:flex-1">
          <DialogCancel />
          {when.date === '' && when.time === '' ? (
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
