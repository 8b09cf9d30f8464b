import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight, Plus } from 'lucide-react';
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { usePhotosById } from '#data/photos.ts';
import { cn } from '#lib/cn.ts';
import { dayHeading, formatMonth } from '#lib/format.ts';
import { shiftMonth, type Day, type Month } from '#lib/month-grid.ts';
import { useBox } from '#lib/use-box.ts';
import { useSteady } from '#lib/use-steady.ts';
import { Button, SkeletonGroup, SkeletonRows } from '#ui/index.ts';
import { useCalendarActions, useCalendarModel } from '../calendar-context.ts';
import { countText, coverOf } from '#data/calendar-entries.ts';
import { agendaOf, linesOf } from '../day-view.ts';
import { calendarTexts } from '../texts.ts';
import { EntryRow } from './entry-row.tsx';

/** Pixels of a heading and of a row before they are measured. */
const HEADING = 44;
const ROW = 65;
/** Lines beyond the screen that are there already. */
const OVERSCAN = 8;

/** The month as a list under the headings of its days. */
export default function AgendaList({
  month,
  loading,
  startsOpen,
  empty,
  onMonth,
}: {
  month: Month;
  loading: boolean;
  /** What is over is unfolded at first. */
  startsOpen: boolean;
  empty: ReactNode;
  onMonth(month: Month): void;
}) {
  const { days, today } = useCalendarModel();
  const { compose } = useCalendarActions();
  const { earlier, coming } = useMemo(() => agendaOf(days, month, today), [days, month, today]);
  const [isEarlierShown, setEarlierShown] = useState(startsOpen);
  const next = shiftMonth(month, 1);
  if (earlier.length + coming.length === 0) {
    return loading ? (
      <SkeletonGroup text="Loading schedule..." className="grid gap-2">
        <SkeletonRows count={6} className="h-16" />
      </SkeletonGroup>
    ) : (
      empty
    );
  }
  return (
    <div aria-busy={loading} className="grid gap-1">
      <h2 className="px-2 text-lg font-bold">Scheduled Posts</h2>
      {earlier.length > 0 ? (
        <div>
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={isEarlierShown}
            onClick={() => setEarlierShown((shown) => !shown)}
            className="text-muted"
          >
            <ChevronDown className={cn('transition-transform', !isEarlierShown && '-rotate-90')} aria-hidden="true" />
            {calendarTexts.earlierIn(formatMonth(month), countText(earlier.flatMap((day) => days.get(day) ?? [])))}
          </Button>
          {isEarlierShown ? <Days days={earlier} /> : null}
        </div>
      ) : null}
      {coming.length > 0 ? (
        <Days days={coming} />
      ) : (
        <p className="flex flex-wrap items-center gap-3 px-2 py-6 text-sm text-muted">
          {calendarTexts.nothingMore(formatMonth(month))}
          <Button variant="soft" size="sm" onClick={() => compose(today)}>
            <Plus aria-hidden="true" />
            Schedule New Post
          </Button>
        </p>
      )}
      <div className="pt-2">
        <Button variant="secondary" size="sm" onClick={() => onMonth(next)}>
          {formatMonth(next)}
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}

/**
 * Some days with everything in them; only the lines on screen are in the document, for a month may have thousands. Those that a reader
 * needs to make sense of them stay as well: the heading of a day that is partly on screen, and the line with the focus.
 */
function Days({ days: some }: { days: readonly Day[] }) {
  const { days, today } = useCalendarModel();
  const list = useRef<HTMLDivElement>(null);
  const { top } = useBox(list);
  const lines = useMemo(() => linesOf(some, days), [some, days]);
  const [focusKey, setFocusKey] = useState<string | null>(null);
  const focus = useMemo(() => lines.findIndex(({ key }) => key === focusKey), [lines, focusKey]);
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => (lines[index]?.entry ? ROW : HEADING),
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: OVERSCAN,
    scrollMargin: top,
    // It also measures while React renders, when nothing can be flushed.
    useFlushSync: false,
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = new Set(defaultRangeExtractor(range));
        if (focus >= 0) {
          shown.add(focus);
        }
        for (const index of [...shown]) {
          shown.add(lines[index]?.heading ?? index);
        }
        return [...shown].sort((a, b) => a - b);
      },
      [lines, focus],
    ),
  });
  const shown = virtualizer.getVirtualItems().flatMap(({ index, start }) => {
    const line = lines[index];
    return line ? [{ line, index, y: start - top }] : [];
  });
  const covers = shown.flatMap(({ line }) => (line.entry && coverOf(line.entry)) ?? []);
  const photos = usePhotosById(useSteady(covers));
  const placed = ({ index, y }: { index: number; y: number }) => ({
    ref: virtualizer.measureElement,
    'data-index': index,
    style: { top: y },
  });
  return (
    <div
      ref={list}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={({ target }) => setFocusKey(target.closest<HTMLElement>('[data-entry]')?.dataset['entry'] ?? null)}
    >
      {[...Map.groupBy(shown, ({ line }) => line.day)].map(([day, [heading, ...rows]]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          {heading ? (
            <h3
              {...placed(heading)}
              id={`day-${day}`}
              className={cn(
                'absolute inset-x-0 border-b border-line px-2 pt-4 pb-1.5 text-sm font-semibold',
                day === today ? 'text-woad' : 'text-muted',
              )}
            >
              {dayHeading(day, today)}
            </h3>
          ) : null}
          <ul>
            {rows.map((row) => {
              const { entry, place } = row.line;
              return entry ? (
                <li
                  key={row.line.key}
                  {...placed(row)}
                  aria-setsize={days.get(day)?.length}
                  aria-posinset={place + 1}
                  className={cn('absolute inset-x-0', place > 0 && 'border-t border-line')}
                >
                  <EntryRow entry={entry} photo={photos.get(coverOf(entry) ?? '')} />
                </li>
              ) : null;
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}
