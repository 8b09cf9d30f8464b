import type { Occurrence, Photo } from '@postloom/contracts';
import { Check, Repeat } from 'lucide-react';
import { memo, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { knownCaption, shownStatus } from '#data/post-state.ts';
import { cn } from '#lib/cn.ts';
import { isAddingClick, isPlainClick } from '#lib/clicks.ts';
import { formatTime } from '#lib/format.ts';
import { excerpt, listOf } from '#lib/words.ts';
import { platformShortNames, statusLabels } from '#ui/index.ts';
import { useCalendarActions, useCalendarModel, type CalendarActions, type Density } from '../calendar-context.ts';
import { coverOf, type CalendarEntry, type PostEntry } from '#data/calendar-entries.ts';
import { useDraggable } from '../drag/use-drag.ts';
import { moveRefusal } from '../move-rules.ts';
import { calendarTexts } from '../texts.ts';
import type { Trouble } from '../troubles.ts';
import { EntryCover, Glyphs, isGrave, TroubleSign } from './entry-parts.tsx';

/** How much of an entry there is room for: `lead` is the only post of a day, with a large picture. */
export type CardSize = Density | 'lead' | 'week';

const noTroubles: readonly Trouble[] = [];

/** One entry of a day, in the month or in the week. `reachable`: its day has the focus, so Tab goes on into it. */
export function EntryCard({ entry, size, reachable }: { entry: CalendarEntry; size: CardSize; reachable: boolean }) {
  const { timeZone, photos, troubles, schedules, pending, carried, selection } = useCalendarModel();
  const actions = useCalendarActions();
  const time = formatTime(entry.at, timeZone);
  const tabIndex = reachable ? 0 : -1;
  if (entry.kind === 'occurrence') {
    const name = schedules.get(entry.occurrence.scheduleId) ?? calendarTexts.recurring;
    return (
      <RecurringCard
        entryKey={entry.key}
        occurrence={entry.occurrence}
        name={name}
        time={time}
        size={size}
        tabIndex={tabIndex}
        actions={actions}
      />
    );
  }
  const { id } = entry.post;
  return (
    <PostCard
      entry={entry}
      photo={photos.get(coverOf(entry) ?? '')}
      troubles={troubles.get(entry.key) ?? noTroubles}
      time={time}
      size={size}
      tabIndex={tabIndex}
      isPending={pending.has(id)}
      isCarried={carried === id}
      isSelected={selection?.has(id) ?? null}
      actions={actions}
    />
  );
}

type PostCardProps = {
  entry: PostEntry;
  photo: Photo | undefined;
  troubles: readonly Trouble[];
  time: string;
  size: CardSize;
  tabIndex: number;
  isPending: boolean;
  isCarried: boolean;
  /** Null while nothing is being chosen. */
  isSelected: boolean | null;
  actions: CalendarActions;
};

const coverSizes: Readonly<Record<CardSize, string>> = {
  comfortable: 'size-11 rounded-[6px]',
  compact: 'size-6 rounded-sm',
  lead: 'aspect-[5/3] w-full rounded-[6px]',
  week: 'aspect-[4/3] w-full rounded-sm max-sm:size-16',
};

const PostCard = memo(function PostCard(props: PostCardProps) {
  const { entry, photo, troubles, time, size, tabIndex, isPending, isCarried, isSelected, actions } = props;
  const { post } = entry;
  const link = useRef<HTMLAnchorElement>(null);
  const status = shownStatus(post);
  const { platforms } = post;
  const refusal = moveRefusal(post);
  const item = useMemo(() => (isPending ? null : ({ kind: 'post', post } as const)), [isPending, post]);
  useDraggable(link, item, refusal, actions.refuse);

  const mark = isGrave(status) ? statusLabels[status] : null;
  const text = excerpt(knownCaption(post), 120);
  const isChosen = isSelected === true;

  const onClick = (event: MouseEvent) => {
    if (isAddingClick(event) || (isSelected !== null && isPlainClick(event))) {
      event.preventDefault();
      actions.toggle(post.id);
    } else if (isPlainClick(event)) {
      event.preventDefault();
      actions.openPost(post.id);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ' ') {
      event.preventDefault();
      if (isSelected !== null) {
        actions.toggle(post.id);
      } else if (!isPending) {
        actions.pickUp(post);
      }
    }
  };

  return (
    <a
      ref={link}
      href={`?post=${post.id}`}
      data-entry={entry.key}
      tabIndex={tabIndex}
      aria-busy={isPending || undefined}
      onClick={onClick}
      onKeyDown={onKeyDown}
      className={cn(
        'group/card pointer-events-auto relative flex min-w-0 scroll-mt-32 scroll-mb-40 gap-2 rounded-control text-left transition-[background-color,box-shadow,opacity] outline-offset-1 hover:bg-cloth hover:shadow-soft focus-visible:z-10 focus-visible:bg-cloth data-dragging:opacity-40',
        size === 'comfortable' && 'flex-wrap items-start p-1',
        size === 'compact' && 'min-h-7 items-center p-0.5',
        size === 'lead' && 'flex-col gap-1.5 p-1',
        // A week may have hundreds: the browser lays out and paints what is near the screen.
        size === 'week' &&
          'flex-col gap-1.5 border border-line bg-cloth p-1.5 [contain-intrinsic-size:auto_11rem] [content-visibility:auto] hover:border-line-strong max-sm:flex-row',
        refusal === null ? 'cursor-grab active:cursor-grabbing' : 'active:cursor-not-allowed',
        status === 'failed' && 'bg-madder-soft',
        status === 'attention' && 'bg-weld-soft',
        isPending && 'animate-pulse',
        isCarried && 'bg-cloth opacity-60 shadow-lift outline-2 outline-woad outline-dashed',
        isChosen && 'bg-woad-soft outline-2 outline-woad',
      )}
    >
      <EntryCover
        photoId={post.photoId}
        photo={photo}
        status={status}
        width={size === 'week' || size === 'lead' ? 400 : 64}
        className={coverSizes[size]}
      />
      {isSelected === null ? null : (
        <span
          aria-hidden="true"
          className={cn(
            'absolute top-0.5 left-0.5 grid size-5 place-items-center rounded-sm border border-line-strong bg-cloth text-on-woad',
            isChosen && 'border-woad bg-woad',
          )}
        >
          {isChosen ? <Check className="size-3.5" strokeWidth={3} /> : null}
        </span>
      )}
      <span className="sr-only">
        {isChosen ? 'Selected. ' : ''}
        {statusLabels[status]}, {time}, {listOf(platforms.map((one) => platformShortNames[one]))}. {text}
        {troubles.map((trouble) => ` ${trouble.text}`)}
      </span>
      <span
        className={cn(
          'min-w-0',
          size === 'compact' ? 'flex items-center gap-1.5' : 'grid',
          // In a narrow cell the words go below the picture.
          size === 'comfortable' ? 'grow basis-16' : 'flex-1',
        )}
        aria-hidden="true"
      >
        <span
          className={cn(
            'flex min-w-0 items-center gap-x-1.5 gap-y-1 text-xs tabular',
            size === 'compact' ? 'shrink-0' : 'flex-wrap',
          )}
        >
          <span className="font-semibold whitespace-nowrap text-ink">{time}</span>
          {size === 'compact' ? null : <Glyphs platforms={platforms} />}
          {troubles.length > 0 && size !== 'compact' ? <TroubleSign status={status} className="ml-auto" /> : null}
        </span>
        {mark && size !== 'compact' ? (
          <span className={cn('text-xs font-semibold', status === 'failed' ? 'text-madder' : 'text-weld')}>{mark}</span>
        ) : null}
        <span
          className={cn(
            'text-xs text-muted group-hover/card:text-ink',
            size === 'compact' || mark ? 'truncate' : size === 'week' ? 'line-clamp-3' : 'line-clamp-2',
          )}
        >
          {text}
        </span>
        {troubles.length > 0 && size === 'compact' ? <TroubleSign status={status} className="ml-auto" /> : null}
      </span>
    </a>
  );
});

/** What a schedule will bring: one quiet line with its name. It is no post yet, so there is nothing to move. */
const RecurringCard = memo(function RecurringCard({
  entryKey,
  occurrence,
  name,
  time,
  size,
  tabIndex,
  actions,
}: {
  entryKey: string;
  occurrence: Occurrence;
  name: string;
  time: string;
  size: CardSize;
  tabIndex: number;
  actions: CalendarActions;
}) {
  return (
    <a
      href="/automation"
      data-entry={entryKey}
      draggable={false}
      tabIndex={tabIndex}
      onClick={(event) => {
        if (isPlainClick(event)) {
          event.preventDefault();
          actions.openOccurrence(occurrence);
        }
      }}
      className={cn(
        'pointer-events-auto flex min-h-6 min-w-0 scroll-mt-32 scroll-mb-40 items-center gap-1.5 rounded-sm px-1 text-xs text-muted hover:bg-cloth hover:text-ink hover:shadow-soft focus-visible:z-10',
        size === 'week' && 'rounded-control border border-dashed border-line px-2 py-1',
      )}
    >
      <Repeat className="size-3 shrink-0" aria-hidden="true" />
      <span className="sr-only">Recurring,</span>
      <span className={cn('flex min-w-0 gap-x-1', size !== 'compact' && 'flex-wrap')}>
        <span className="order-first font-semibold whitespace-nowrap tabular">{time}</span>
        <span className="truncate">{name}</span>
      </span>
    </a>
  );
});
