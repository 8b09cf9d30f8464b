/** Loaded by the composer when it first validates. */
export { PostInput } from '@postloom/contracts';
