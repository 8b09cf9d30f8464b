import type { Occurrence, Post } from '@postloom/contracts';
import { ChevronRight, Plus } from 'lucide-react';
import { memo, Suspense, useCallback, useMemo, useState } from 'react';
import { Async } from '#components/async.tsx';
import { Notice } from '#components/notice.tsx';
import { ownZoneBeside } from '#components/own-time.ts';
import { HISTORY_ROWS } from '#data/schedules.ts';
import { useStats } from '#data/stats.ts';
import { formatMonth } from '#lib/format.ts';
import { dayIn, shiftDay, shiftMonth, type Day } from '#lib/month-grid.ts';
import { offsetOf, placeOf, zoneName } from '#lib/time-zones.ts';
import { useNow } from '#lib/use-now.ts';
import { useIsWide } from '#lib/use-is-wide.ts';
import { useOnline } from '#lib/use-online.ts';
import { Button, Card, EmptyState, Skeleton, SkeletonGroup, toast } from '#ui/index.ts';
import { CalendarActionsProvider, CalendarModelProvider, type CalendarModel } from '../calendar-context.ts';
import { filtersOf } from '../calendar-filters.ts';
import { useDensity } from '../density.ts';
import type { DragItem } from '../drag/drag-item.ts';
import { loadDragKit, useDrops } from '../drag/use-drag.ts';
import { changeable } from '../move-rules.ts';
import { calendarTexts, changeTexts } from '../texts.ts';
import { useBoard } from '../use-board.ts';
import { useActions, type ComposeDay } from '../use-calendar-actions.ts';
import { useCalendarData } from '../use-calendar-data.ts';
import { useCalendarKeys } from '../use-calendar-keys.ts';
import { useHover } from '../use-hover.ts';
import { usePlace } from '../use-place.ts';
import { usePostMoves } from '../use-post-moves.ts';
import { CalendarHeader } from './calendar-header.tsx';
import { CalendarToolDialogs, type Tool } from './calendar-tool-dialogs.tsx';
import { CalendarToolbar } from './calendar-toolbar.tsx';
import { DayAgenda } from './day-agenda.tsx';
import { AgendaList, BulkBar, DayDialog, EntryPreview, prefetchPopovers, ReportDialog } from './deferred-parts.ts';
import { Legend } from './legend.tsx';
import { MonthCalendar } from './month-calendar.tsx';
import { Tray } from './tray.tsx';
import { WeekCalendar } from './week-calendar.tsx';

export type ScheduleViewProps = {
  userId: string;
  timeZone: string;
  onCompose(initial: ComposeDay): void;
  onComposeHover(): void;
  onPost(id: string): void;
  /** What a schedule will bring, to be changed alone. */
  onOccurrence(occurrence: Occurrence): void;
  /** To the schedules that bring the recurring posts. */
  onAutomation(): void;
  onPlanWeek(): void;
  onUpload(): void;
};

const noDays: readonly Day[] = [];

/** Of which place the times are, and which clocks the reader's device shows. */
const ZoneNote = memo(function ZoneNote({ timeZone, now }: { timeZone: string; now: Date }) {
  const ownZone = ownZoneBeside(timeZone, now);
  return (
    <p className="ml-auto text-xs text-muted">
      {calendarTexts.zone(placeOf(timeZone), offsetOf(timeZone, now))}
      {ownZone === null ? null : <>. {calendarTexts.ownZone(zoneName(ownZone))}</>}
    </p>
  );
});

/** 'Content Calendar': the month, a week or the list, what can be done with the posts in it, its import and its feed. */
export function ScheduleView(props: ScheduleViewProps) {
  const { userId, timeZone, onCompose, onComposeHover, onPost, onOccurrence, onAutomation, onPlanWeek, onUpload } =
    props;
  const now = useNow();
  const online = useOnline();
  const wide = useIsWide();
  const today = dayIn(timeZone, now);
  const place = usePlace(today);
  const { present, title, showDay, setFilters } = place;
  const { view, month, week, page, filters } = place.shown;
  const [tool, setTool] = useState<Tool | null>(null);
  const [density, setDensity] = useDensity(userId);
  const [listedDay, setListedDay] = useState<Day | null>(null);
  const [tappedDay, setOpenDay] = useState<Day>(today);
  const [selection, setSelection] = useState<ReadonlySet<string> | null>(null);
  const moves = usePostMoves(timeZone);
  const hover = useHover();

  // On a phone the day below the month is one of the month.
  const openDay = [tappedDay, today].find((day) => page.includes(day)) ?? `${month}-01`;
  const data = useCalendarData({
    month,
    timeZone,
    now,
    filters,
    overlay: moves.overlay,
    board: view === 'list' ? noDays : page,
    isMonth: view === 'calendar',
  });
  const { range, answer, days, posts } = data;

  const compose = useCallback((date: Day) => onCompose({ date }), [onCompose]);
  // On a page that is still to come, a new post starts on its first day.
  const firstOwn = view === 'week' ? page[0] : (`${month}-01` as const);
  const composeHere = () => onCompose(firstOwn && firstOwn > today ? { date: firstOwn } : {});
  const move = (post: Post, day: Day) => void moves.moveTo(post, day, data.planned);
  useDrops((item: DragItem, day: Day) => {
    if (item.kind === 'post') {
      move(item.post, day);
    } else if (day < today) {
      toast({ ...changeTexts.dayPassed, tone: 'error' });
    } else {
      onCompose({ date: day, photoIds: [item.photoId] });
    }
  });
  const { board, focusDay, focusOn, carry, carryPost, hint, spoken, ...keys } = useBoard({
    place,
    today,
    timeZone,
    onDrop: move,
  });
  const actions = useActions({
    days,
    today,
    onPost,
    onOccurrence,
    onAutomation,
    compose,
    carryPost,
    setOpenDay,
    setListedDay,
    setSelection,
  });

  const stopSelecting = () => {
    setSelection(null);
    // What had the focus goes with the bar.
    if (view !== 'list') {
      focusOn(focusDay);
    }
  };
  const goToday = () => {
    setOpenDay(today);
    if (view !== 'list') {
      focusOn(today);
    }
    if (!place.page.includes(today) || (place.view !== 'week' && place.month !== present)) {
      showDay(today);
    }
  };
  useCalendarKeys({
    onNew: () => {
      const day = (document.activeElement as HTMLElement | null)?.dataset['day'];
      if (day && day >= today) {
        compose(day);
      } else {
        composeHere();
      }
    },
    onToday: goToday,
    ...(selection === null ? {} : { onEscape: stopSelecting }),
    onUndo: moves.undoLast,
  });

  const chosen = useMemo(() => posts.filter(({ id }) => selection?.has(id)), [posts, selection]);
  // What is out, or on its way, is left out: nothing of the bar would change it. So is what the list has folded up.
  const choosable = useMemo(() => {
    const isListed = (day: Day) => (month === present ? day >= today : day.startsWith(month));
    const isHere = (day: Day) => (view === 'list' ? isListed(day) : page.includes(day));
    return selection === null ? [] : [...days].flatMap(([day, entries]) => (isHere(day) ? changeable(entries) : []));
  }, [selection, days, view, month, page, present, today]);
  const changeChosen = (change: (some: readonly Post[]) => Promise<void>) => {
    setSelection(null);
    void change(chosen);
  };
  const scheduled = useStats().data?.scheduledPosts;
  const showAll = () => setFilters(filtersOf(() => null));
  // The page ends some day: what is scheduled after it is counted alone. A week that was planned and taken back may be the next one.
  const [first = today, last = today] = [page[0], page.at(-1)];
  const isNearby = first <= shiftDay(today, 7) && last >= today;
  const isNothingAhead =
    !data.isLoading && !data.isFiltered && !scheduled && isNearby && ![...days.keys()].some((day) => day >= today);
  const planWeek = (
    <Button variant="secondary" size={view === 'list' ? 'md' : 'sm'} onClick={onPlanWeek}>
      {calendarTexts.planWeek}
    </Button>
  );

  const following = shiftMonth(month, 1);
  const nextMonth = (
    <Button variant="secondary" onClick={() => showDay(`${following}-01`)}>
      {formatMonth(following)}
      <ChevronRight aria-hidden="true" />
    </Button>
  );

  const carried = carry?.post.id ?? null;
  const { troubles, photos, names } = data;
  const { pending } = moves;
  const model = useMemo<CalendarModel>(
    () => ({
      timeZone,
      today,
      density,
      days,
      troubles,
      photos,
      schedules: names,
      pending,
      carried,
      selection,
    }),
    [timeZone, today, density, days, troubles, photos, names, pending, carried, selection],
  );
  const shown = {
    focusDay,
    carryDay: carry?.to ?? null,
    loading: data.isLoading,
  };
  const previewed = hover.anchor?.dataset['entry'];
  const preview = previewed ? [...days.values()].flat().find((entry) => entry.key === previewed) : undefined;

  return (
    <CalendarModelProvider value={model}>
      <CalendarActionsProvider value={actions}>
        <CalendarHeader onTool={setTool} onCompose={composeHere} onComposeHover={onComposeHover} />
        <Card className="p-3 sm:p-5">
          <CalendarToolbar
            place={place}
            schedules={data.schedules}
            density={density}
            troubled={data.troubled}
            isChoosing={selection !== null}
            onToday={goToday}
            onMonth={(next) => (next === present ? goToday() : showDay(`${next}-01`))}
            onDensity={setDensity}
            onChoose={(on) => setSelection(on ? new Set() : null)}
          />
          {range.isPlaceholderData && (range.fetchStatus === 'paused' || !online) ? (
            <p role="status" className="mb-3 rounded-control bg-weld-soft px-3 py-2 text-sm text-weld">
              {calendarTexts.offline(title)}
            </p>
          ) : null}
          {isNothingAhead && view !== 'list' ? (
            <Notice action={planWeek} className="mb-3">
              {calendarTexts.nothingAhead}
            </Notice>
          ) : null}
          <div
            ref={board}
            onPointerEnter={() => {
              loadDragKit();
              prefetchPopovers();
            }}
            onKeyDown={keys.onKeyDown}
            onKeyUp={keys.onKeyUp}
            {...hover.handlers}
            onFocus={(event) => {
              keys.onFocus(event);
              hover.handlers.onFocus(event);
            }}
          >
            <Async
              query={range}
              skeleton={
                <SkeletonGroup text="Loading schedule...">
                  <Skeleton className={view === 'calendar' ? 'h-120 sm:h-208' : 'h-120'} />
                </SkeletonGroup>
              }
            >
              {() =>
                view === 'calendar' ? (
                  <MonthCalendar month={month} openDay={openDay} {...shown} />
                ) : view === 'week' ? (
                  <WeekCalendar week={week} {...shown} />
                ) : (
                  <Suspense
                    fallback={
                      <SkeletonGroup text="Loading schedule...">
                        <Skeleton className="h-120" />
                      </SkeletonGroup>
                    }
                  >
                    <AgendaList
                      // Most of what is to be checked is over: it would be asked for and not seen.
                      key={`${month} ${filters.onlyTroubled}`}
                      startsOpen={filters.onlyTroubled}
                      month={month}
                      loading={data.isLoading}
                      onMonth={(next) => showDay(`${next}-01`)}
                      empty={
                        data.isFiltered ? (
                          <EmptyState
                            title="Nothing matches these filters"
                            action={
                              <Button variant="secondary" onClick={showAll}>
                                Clear filters
                              </Button>
                            }
                          />
                        ) : (
                          <EmptyState
                            title="No scheduled posts"
                            action={
                              <>
                                <Button onClick={composeHere}>
                                  <Plus aria-hidden="true" />
                                  Schedule New Post
                                </Button>
                                {isNothingAhead ? planWeek : scheduled ? nextMonth : null}
                              </>
                            }
                          />
                        )
                      }
                    />
                  </Suspense>
                )
              }
            </Async>
          </div>
          {view === 'calendar' && answer && !wide ? <DayAgenda day={openDay} /> : null}
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2 pt-4">
            {view === 'list' ? null : <Legend days={days} />}
            {data.isFiltered && view !== 'list' ? (
              <Button variant="link" size="sm" onClick={showAll}>
                {calendarTexts.filtered}
              </Button>
            ) : null}
            <ZoneNote timeZone={timeZone} now={now} />
          </div>
          {answer?.truncated ? <p className="pt-2 text-sm text-weld">{calendarTexts.truncated}</p> : null}
          {data.isHistoryCut ? (
            <p className="pt-2 text-sm text-weld">{calendarTexts.historyCut(HISTORY_ROWS)}</p>
          ) : null}
        </Card>
        {selection === null ? (
          <Tray
            drafts={data.unscheduled}
            isDocked={view !== 'list'}
            onWrite={() => onCompose({})}
            onUpload={onUpload}
            onPhoto={(photoId) => onCompose({ date: focusDay >= today ? focusDay : today, photoIds: [photoId] })}
          />
        ) : (
          <Suspense fallback={null}>
            <BulkBar
              count={chosen.length}
              left={choosable.filter((id) => !selection.has(id)).length}
              onAll={() => setSelection(selection.union(new Set(choosable)))}
              onShift={(by) => changeChosen((some) => moves.shiftBy(some, by))}
              onUnschedule={() => changeChosen(moves.unschedule)}
              onDelete={() => changeChosen(moves.remove)}
              onClose={stopSelecting}
            />
          </Suspense>
        )}
        {carry ? (
          <p
            aria-hidden="true"
            className="fixed inset-x-0 bottom-6 z-40 mx-auto w-fit max-w-[calc(100vw-2rem)] rounded-full bg-ink px-4 py-2 text-sm font-semibold text-paper shadow-lift"
          >
            {hint}
          </p>
        ) : null}
        <p role="status" className="sr-only">
          {spoken}
        </p>
        <Suspense fallback={null}>
          {listedDay ? <DayDialog day={listedDay} onClose={() => setListedDay(null)} /> : null}
          {hover.anchor && preview ? (
            <EntryPreview
              entry={preview}
              anchor={hover.anchor}
              onEnter={hover.keep}
              onLeave={hover.leave}
              onDismiss={hover.hide}
            />
          ) : null}
          {moves.report ? (
            <ReportDialog
              report={moves.report}
              onPost={(id) => {
                moves.closeReport();
                onPost(id);
              }}
              onClose={moves.closeReport}
            />
          ) : null}
        </Suspense>
        <CalendarToolDialogs
          tool={tool}
          timeZone={timeZone}
          today={today}
          onPost={onPost}
          onClose={() => setTool(null)}
        />
      </CalendarActionsProvider>
    </CalendarModelProvider>
  );
}
