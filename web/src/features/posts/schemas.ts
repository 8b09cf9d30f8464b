/** Loaded by the forms when they first validate. */
export { PostChanges } from '@postloom/contracts';
