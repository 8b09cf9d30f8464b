import { useCallback, useMemo } from 'react';
import { formatDate, formatDay, formatMonth } from '#lib/format.ts';
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
import { addressOf, filtersOf, type CalendarFilters } from './calendar-filters.ts';

export type View = 'calendar' | 'week' | 'list';

/** '2026-11-29' to '2026-12-05' in words. */
function weekTitle(week: readonly Day[]): string {
  const [first = '', last = first] = [week[0], week[6]];
  return `${formatDay(first).replace(/^\w+, /, '')} to ${formatDate(`${last}T12:00:00Z`, 'UTC')}`;
}

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
  const filters = useMemo(() => filtersOf(get), [get]);
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
  const title = view === 'week' ? weekTitle(week) : formatMonth(month);
  return { view, month, present, week, page, title, filters, showDay, turn, showView, setFilters };
}

export type Place = ReturnType<typeof usePlace>;
