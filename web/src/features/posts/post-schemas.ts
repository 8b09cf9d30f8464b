/** Loaded by the forms when they first validate. */
export { PostChanges, Resolution, TargetChanges } from '@postloom/contracts';
