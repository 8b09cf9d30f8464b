/** Loaded by the forms when they first validate. */
export { PostChanges, TargetChanges } from '@postloom/contracts';
