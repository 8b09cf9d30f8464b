/** Loaded by the form when it first validates. */
export { DeletionRequestInput } from '@postloom/contracts';
