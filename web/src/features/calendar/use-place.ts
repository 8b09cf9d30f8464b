import { useCallback, useDeferredValue, useMemo } from 'react';
import { formatMonth } from '#lib/format.ts';
import {
  gridOf,
  isDay,
  isMonth,
  monthOf,
  shiftDay,
  shiftMonth,
  weekOf,
  type Day,
  type Month,
} from '#lib/month-grid.ts';
import { useSearchState } from '#lib/use-search-state.ts';
import { useSteady } from '#lib/use-steady.ts';
import { addressOf, filtersOf, type CalendarFilters } from './calendar-filters.ts';
import { weekTitle } from './day-view.ts';

export type View = 'calendar' | 'week' | 'list';

/** Where the page is, and what of it is shown: all of it is in the address, so Back and reload restore it. */
export function usePlace(today: Day) {
  const { get, set } = useSearchState();
  const askedView = get('view');
  const view: View = askedView === 'list' || askedView === 'week' ? askedView : 'calendar';
  const askedMonth = get('month');
  const askedWeek = get('week');
  const present = monthOf(today);
  const week = useMemo(() => weekOf(isDay(askedWeek) ? askedWeek : today), [askedWeek, today]);
  const [sunday = today] = week;
  const month: Month = view === 'week' ? monthOf(sunday) : isMonth(askedMonth) ? askedMonth : present;
  const named = useSteady(addressOf(filtersOf(get)));
  const filters = useMemo(() => filtersOf((name) => named[name] ?? null), [named]);
  const page = useMemo(() => (view === 'week' ? week : gridOf(month)), [view, week, month]);

  const showDay = useCallback(
    (day: Day, how: 'push' | 'replace' = 'push') => {
      const to = monthOf(day);
      set(view === 'week' ? { week: day } : { month: to === present ? null : to }, how);
    },
    [set, view, present],
  );
  const turn = (step: 1 | -1) =>
    showDay(view === 'week' ? shiftDay(sunday, step * 7) : `${shiftMonth(month, step)}-01`);
  const showView = (next: View) => {
    const isPresent = month === present;
    set(
      {
        view: next === 'calendar' ? null : next,
        week: next === 'week' && !isPresent ? `${month}-01` : null,
        month: isPresent ? null : month,
      },
      'push',
    );
  };
  const setFilters = (next: CalendarFilters) => set(addressOf(next));
  // The heading turns at once, filters are set at once, and the page of the calendar follows: a tap is answered before 42 days are drawn.
  const asked = useMemo(() => ({ view, month, week, page, filters }), [view, month, week, page, filters]);
  const shown = useDeferredValue(asked);
  const title = view === 'week' ? weekTitle(sunday, week.at(-1) ?? sunday, present) : formatMonth(month);
  return {
    ...{ view, month, present, page, title, filters, showDay, turn, showView, setFilters },
    shown,
    /** What is shown is what was asked for. */
    isSettled: shown === asked,
  };
}

export type Place = ReturnType<typeof usePlace>;
