import { useMemo } from 'react';
import { knownCaption } from '#data/post-state.ts';
import { usePhotosById } from '#data/photos.ts';
import { ownTime } from '#components/own-time.ts';
import { PhotoImage } from '#components/photo-image.tsx';
import { formatInstant } from '#lib/format.ts';
import { PlatformBadge } from '#ui/index.ts';
import { HoverCard } from '#ui/hover-card.tsx';
import { useCalendarModel } from '../calendar-context.ts';
import { coverOf, platformsOf, statusOf, type CalendarEntry } from '#data/calendar-entries.ts';
import { moveRefusal } from '../move-rules.ts';
import { calendarTexts } from '../texts.ts';
import { EntryBadge, TroubleSign } from './entry-parts.tsx';

/** More of an entry while it has the pointer or the focus: its picture, all its words, and why it cannot be moved. */
export function EntryPreview({
  entry,
  anchor,
  onEnter,
  onLeave,
  onDismiss,
}: {
  entry: CalendarEntry;
  anchor: HTMLElement;
  onEnter(): void;
  onLeave(): void;
  onDismiss(): void;
}) {
  const { timeZone, schedules, troubles, selection } = useCalendarModel();
  const status = statusOf(entry);
  const isPost = entry.kind === 'post';
  const cover = coverOf(entry);
  const photo = usePhotosById(useMemo(() => (cover === null ? [] : [cover]), [cover])).get(cover ?? '');
  const caption = isPost ? knownCaption(entry.post) : entry.occurrence.caption;
  const found = troubles.get(entry.key) ?? [];
  const refusal = isPost ? moveRefusal(entry.post) : null;
  const own = ownTime(entry.at, timeZone);
  const more = isPost ? entry.post.photoIds.length - 1 : 0;
  return (
    <HoverCard anchor={anchor} onEnter={onEnter} onLeave={onLeave} onDismiss={onDismiss}>
      {photo ? (
        <div className="relative">
          <PhotoImage photo={photo} width={400} decorative className="aspect-[4/3] w-full" />
          {more > 0 ? (
            <span className="absolute right-2 bottom-2 rounded-full bg-cloth px-2 py-0.5 text-xs font-semibold text-ink tabular">
              +{more}
            </span>
          ) : null}
        </div>
      ) : null}
      <div className="grid gap-2 p-3.5">
        <div className="flex items-center justify-between gap-2">
          <EntryBadge status={status} />
          <span className="text-right text-xs font-semibold tabular">{formatInstant(entry.at, timeZone)}</span>
        </div>
        {own === null ? null : <p className="text-xs text-muted">{own}</p>}
        {isPost ? null : (
          <p className="font-semibold">{schedules.get(entry.occurrence.scheduleId) ?? calendarTexts.recurring}</p>
        )}
        {caption === null ? (
          <p className="text-sm text-muted">{calendarTexts.notWrittenYet}</p>
        ) : (
          <p className="line-clamp-6 text-sm whitespace-pre-line">{caption}</p>
        )}
        <p className="flex flex-wrap gap-1">
          {platformsOf(entry).map((platform) => (
            <PlatformBadge key={platform} platform={platform} />
          ))}
        </p>
        {found.map(({ text }) => (
          <p key={text} className="flex items-start gap-1.5 text-xs">
            <TroubleSign status={status} className="mt-0.5" />
            {text}
          </p>
        ))}
        {refusal !== null ? <p className="border-t border-line pt-2 text-xs text-muted">{refusal}</p> : null}
        {isPost && refusal === null && selection === null ? (
          <p className="border-t border-line pt-2 text-xs text-muted">{calendarTexts.howToMove}</p>
        ) : null}
      </div>
    </HoverCard>
  );
}
