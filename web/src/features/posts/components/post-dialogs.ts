/** What opens for one post, fetched together when the first of them is opened. */
export { PostDetailsDialog } from './post-details-dialog.tsx';
export { RescheduleDialog } from './reschedule-dialog.tsx';
