import { Repeat } from 'lucide-react';
import type { Photo } from '@postloom/contracts';
import { memo, Suspense, useMemo, type MouseEvent } from 'react';
import { knownCaption } from '#data/post-state.ts';
import { usePhotosById } from '#data/photos.ts';
import { cn } from '#lib/cn.ts';
import { isAddingClick, isPlainClick } from '#lib/clicks.ts';
import { formatTime } from '#lib/format.ts';
import { lazily } from '#lib/lazily.ts';
import { postName } from '#lib/words.ts';
import { PlatformBadge } from '#ui/index.ts';
import { useCalendarActions, useCalendarModel } from '../calendar-context.ts';
import { coverOf, platformsOf, statusOf, type CalendarEntry } from '#data/calendar-entries.ts';
import { calendarTexts } from '../texts.ts';
import { EntryBadge, EntryCover, TroubleSign } from './entry-parts.tsx';

/** With the first selection: a list is read far more often. */
const Checkbox = lazily(async () => ({ default: (await import('#ui/checkbox.tsx')).Checkbox }));

/** Characters of a caption in a list. */
const CAPTION = 50;

/** Entries as rows: of a day's dialog, or below the month on a phone. */
export function EntryRows({
  entries,
  onOpen,
  className,
}: {
  entries: readonly CalendarEntry[];
  onOpen?(): void;
  className?: string;
}) {
  const covers = useMemo(() => entries.map(coverOf).filter((id) => id !== null), [entries]);
  const photos = usePhotosById(covers);
  return (
    <ul className={cn('grid divide-y divide-line', className)}>
      {entries.map((entry) => (
        <li key={entry.key}>
          <EntryRow entry={entry} photo={photos.get(coverOf(entry) ?? '')} {...(onOpen ? { onOpen } : {})} />
        </li>
      ))}
    </ul>
  );
}

/** One entry as a row, in whatever list it stands. */
export const EntryRow = memo(function EntryRow({
  entry,
  photo,
  onOpen,
}: {
  entry: CalendarEntry;
  photo: Photo | undefined;
  onOpen?(): void;
}) {
  const { timeZone, schedules, troubles, selection, pending } = useCalendarModel();
  const { openPost, openOccurrence, toggle } = useCalendarActions();
  const status = statusOf(entry);
  const isPost = entry.kind === 'post';
  const id = isPost ? entry.post.id : null;
  const name = isPost ? null : (schedules.get(entry.occurrence.scheduleId) ?? calendarTexts.recurring);
  const caption = isPost ? knownCaption(entry.post) : entry.occurrence.caption;
  const title = caption === null ? (name ?? '') : postName(caption, CAPTION);
  const found = troubles.get(entry.key) ?? [];
  const cover = coverOf(entry);
  const isChosen = id !== null && (selection?.has(id) ?? false);
  const choosing = selection !== null && id !== null;

  const open = (event: MouseEvent) => {
    if (id !== null && (isAddingClick(event) || (choosing && isPlainClick(event)))) {
      event.preventDefault();
      toggle(id);
    } else if (isPlainClick(event)) {
      event.preventDefault();
      onOpen?.();
      if (entry.kind === 'post') {
        openPost(entry.post.id);
      } else {
        openOccurrence(entry.occurrence);
      }
    }
  };
  return (
    <div
      className={cn(
        'flex items-center gap-3 rounded-control pr-1 pl-2 transition-colors hover:bg-sunken sm:pr-3',
        isChosen && 'bg-woad-soft hover:bg-woad-soft',
        id !== null && pending.has(id) && 'animate-pulse',
      )}
    >
      {choosing ? (
        <Suspense fallback={<span className="size-5 shrink-0" />}>
          <Checkbox checked={isChosen} onCheckedChange={() => toggle(id)} aria-label={`Select ${title}`} />
        </Suspense>
      ) : null}
      <a
        href={id === null ? '/automation' : `?post=${id}`}
        data-entry={entry.key}
        onClick={open}
        className="grid min-w-0 flex-1 scroll-mt-32 scroll-mb-40 grid-cols-[3rem_minmax(0,1fr)] items-center gap-x-3 gap-y-1 rounded-control py-2 sm:grid-cols-[3.25rem_4.5rem_minmax(0,1fr)_auto]"
      >
        {isPost || cover !== null ? (
          <EntryCover photoId={cover} photo={photo} width={64} className="size-12 rounded-[6px] max-sm:row-span-2" />
        ) : (
          <span
            aria-hidden="true"
            className="grid size-12 place-items-center rounded-[6px] border border-dashed border-line-strong text-muted max-sm:row-span-2"
          >
            <Repeat className="size-4" />
          </span>
        )}
        <span className="text-sm font-semibold whitespace-nowrap tabular max-sm:hidden">
          {formatTime(entry.at, timeZone)}
        </span>
        <span className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
          <span className={cn('truncate', isPost ? 'font-semibold' : 'text-muted')}>{title}</span>
          {name !== null && caption !== null ? <span className="truncate text-sm text-muted">{name}</span> : null}
          {found.length > 0 ? (
            <span className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
              <TroubleSign status={status} />
              <span className="line-clamp-2">{found.map(({ text }) => text).join(' ')}</span>
            </span>
          ) : null}
        </span>
        <span className="flex flex-wrap items-center gap-1.5 max-sm:col-start-2">
          <span className="text-sm font-semibold tabular sm:hidden">{formatTime(entry.at, timeZone)}</span>
          {platformsOf(entry).map((platform) => (
            <PlatformBadge key={platform} platform={platform} />
          ))}
          <EntryBadge status={status} />
        </span>
      </a>
    </div>
  );
});
