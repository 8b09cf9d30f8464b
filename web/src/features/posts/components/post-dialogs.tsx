/** Dialogs of the calendar that are fetched when the first post is opened. */
export { PostDetailsDialog } from './post-details-dialog.tsx';
export { RescheduleDialog } from './reschedule-dialog.tsx';
