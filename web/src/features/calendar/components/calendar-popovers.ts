/** What opens over the calendar and what chooses many posts, fetched together with the first of it. */
export { Checkbox } from '#ui/index.ts';
export { BulkBar } from './bulk-bar.tsx';
export { DayDialog } from './day-dialog.tsx';
export { EntryPreview } from './entry-preview.tsx';
export { FilterPanel } from './filter-panel.tsx';
export { MonthPicker } from './month-picker.tsx';
export { ReportDialog } from './report-dialog.tsx';
