import { lazily, prefetch } from '#lib/lazily.ts';

const load = () => import('./calendar-popovers.ts');
const loadList = () => import('./agenda-list.tsx');

/** Fetches what may open next: with the first pointer over the calendar, or the focus on a button that opens it. */
export const prefetchPopovers = () => {
  void prefetch(load);
  void prefetch(loadList);
};

export const AgendaList = lazily(loadList);

export const BulkBar = lazily(async () => ({ default: (await load()).BulkBar }));
export const DayDialog = lazily(async () => ({ default: (await load()).DayDialog }));
export const EntryPreview = lazily(async () => ({ default: (await load()).EntryPreview }));
export const FilterPanel = lazily(async () => ({ default: (await load()).FilterPanel }));
export const MonthPicker = lazily(async () => ({ default: (await load()).MonthPicker }));
export const ReportDialog = lazily(async () => ({ default: (await load()).ReportDialog }));
