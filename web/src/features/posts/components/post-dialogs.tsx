/** Dialogs of the calendar that are fetched when the first of them is opened. */
export { FeedDialog } from './feed-dialog.tsx';
export { ImportDialog } from './import-dialog.tsx';
export { PostDetailsDialog } from './post-details-dialog.tsx';
export { RescheduleDialog } from './reschedule-dialog.tsx';
