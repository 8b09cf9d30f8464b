/** Loaded by the form when it first validates. */
export { BusinessInput } from '@postloom/contracts';
