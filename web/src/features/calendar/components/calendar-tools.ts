/** The calendar's rarely used dialogs, fetched together when the first of them is opened. */
export { FeedDialog } from './feed-dialog.tsx';
export { ImportDialog } from './import-dialog.tsx';
