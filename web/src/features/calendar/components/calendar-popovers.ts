/** What opens over the calendar and what is done with many posts, fetched together with the first of it. */
export { BulkBar } from './bulk-bar.tsx';
export { DayDialog } from './day-dialog.tsx';
export { EntryPreview } from './entry-preview.tsx';
export { FilterPanel } from './filter-panel.tsx';
export { MonthPicker } from './month-picker.tsx';
export { ReportDialog } from './report-dialog.tsx';
