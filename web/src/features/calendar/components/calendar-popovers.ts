/** What opens over the calendar, fetched together with the first of it. */
export { EntryPreview } from './entry-preview.tsx';
export { FilterPanel } from './filter-panel.tsx';
export { MonthPicker } from './month-picker.tsx';
