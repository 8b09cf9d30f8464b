/** Loaded by the forms when they first validate. */
export { BusinessChanges, BusinessInput } from '@postloom/contracts';
